#!/usr/bin/env node
import { assertNode } from './node-version.ts'

assertNode()
// Loaded after the check: an old Node has no such export, and would say nothing but that.
const { enableOwnCompileCache } = await import('@shoko/mcp-shell/compile-cache')
enableOwnCompileCache()
const { runStdio } = await import('./run.ts')
process.exit(await runStdio(process.argv.slice(2)))

#!/usr/bin/env node
import { enableOwnCompileCache } from '@shoko/mcp-shell/compile-cache'
import { assertNode } from './node-version.ts'

assertNode()
enableOwnCompileCache()
const { runStdio } = await import('./front.ts')
process.exit(await runStdio(process.argv.slice(2)))

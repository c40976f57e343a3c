#!/usr/bin/env node
import { assertNode } from './node-version.ts'

assertNode()
// Loaded after the check: an old Node has no such export, and would say nothing but that.
const { enableCompileCache } = await import('node:module')
enableCompileCache()
const { runStdio } = await import('./run.ts')
process.exit(await runStdio(process.argv.slice(2)))

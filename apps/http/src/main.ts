#!/usr/bin/env node
import { assertNode } from '@shoko/stdio/node-version'

assertNode()
// Loaded after the check: an old Node has no such export, and would say nothing but that.
const { enableCompileCache } = await import('node:module')
enableCompileCache()
const { runHttp } = await import('./run.ts')
process.exit(await runHttp(process.argv.slice(2)))

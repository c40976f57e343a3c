#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { assertNode } from '@shoko/stdio/node-version'

assertNode()
enableCompileCache()
const { runCli } = await import('./run.ts')
process.exit(await runCli(process.argv.slice(2)))

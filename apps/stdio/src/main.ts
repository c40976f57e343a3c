#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { assertNode } from './node-version.ts'

assertNode()
enableCompileCache()
const { runStdio } = await import('./run.ts')
process.exit(await runStdio(process.argv.slice(2)))

#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { assertNode } from '@shoko/stdio/node-version'

assertNode()
enableCompileCache()
const { runHttp } = await import('./run.ts')
process.exit(await runHttp(process.argv.slice(2)))

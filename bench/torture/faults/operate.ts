// One operation in a process of its own, for faults that come from outside: `operate.mjs <workspace> <another> <operation>`.
// The same operation in the other workspace comes first, so that all code is loaded by then; looks for two files that do not
// exist tell a tracer where the operation begins and ends.
import { existsSync, writeSync } from 'node:fs'
import { DomainError } from '@shoko/contract'
import { openDomain } from '../writers/callers.ts'
import { answerOf, BEGUN, fixedPorts, operations } from './operations.ts'

const [dir = '', rehearsal = '', name = ''] = process.argv.slice(2)
const operation = operations.find((candidate) => candidate.name === name)
if (operation === undefined) throw new Error(`no operation ${name}`)
const rehearsing = await openDomain(operation.domain, rehearsal, fixedPorts())
await rehearsing.call(operation)
await rehearsing.close()
const caller = await openDomain(operation.domain, dir, fixedPorts())
writeSync(1, BEGUN)
existsSync('/shoko-torture-begins')
let answer = ''
try {
  answer = answerOf(await caller.call(operation))
} catch (error) {
  answer =
    error instanceof DomainError ? `refused: ${error.message}` : `bug: ${error instanceof Error ? error.stack : String(error)}`
}
existsSync('/shoko-torture-ends')
writeSync(1, answer)
process.exit(0)

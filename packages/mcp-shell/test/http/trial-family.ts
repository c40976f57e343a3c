import { setTimeout as sleep } from 'node:timers/promises'
import { type ChangeBus, DomainError, defineTool, type Family, type MemorySlot } from '@shoko/contract'
import * as Type from 'typebox'
import { bodyDialect } from '../../src/dialects/body.ts'
import type { FamilyPorts } from '../../src/families/bind.ts'
import { type DefinedFamily, defineFamily } from '../../src/families/define-family.ts'

type Reason = 'invalid_argument' | 'read_only' | 'cancelled'

/** What the trial tools saw, for the tests to look at. */
export interface Witness {
  readonly events: string[]
  readonly changes: ChangeBus
}

const heard: MemorySlot<string[]> = {
  name: 'heard',
  create: () => [],
  dump: (words) => words,
  restore: (dumped) => dumped as string[], // by the line above
}
const strict = { additionalProperties: false } as const

function reading(name: string, description: string) {
  return { name, title: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`, description, effect: 'read' } as const
}

const echo = defineTool({
  ...reading('echo', 'Says it again, so many times.'),
  input: Type.Object({ text: Type.String(), times: Type.Optional(Type.Integer()) }, strict),
  output: Type.Object({ text: Type.String() }),
  errors: [] as Reason[],
  run: async (_witness: Witness, { text, times = 1 }) => ({ text: text.repeat(times) }),
})

const remember = defineTool({
  ...reading('remember', 'What this connection said so far.'),
  input: Type.Object({ word: Type.String() }, strict),
  output: Type.Object({ heard: Type.Array(Type.String()) }),
  errors: [] as Reason[],
  run: async (_witness: Witness, { word }, call) => {
    const words = call.connection?.get(heard) ?? []
    await sleep(Math.random() * 2)
    words.push(word)
    return { heard: [...words] }
  },
})

const change = defineTool({
  name: 'change',
  title: 'Change',
  description: 'Changes a trial resource.',
  effect: 'overwrite',
  input: Type.Object({ uri: Type.String(), times: Type.Optional(Type.Integer()) }, strict),
  output: Type.Object({ uri: Type.String() }),
  errors: [] as Reason[],
  run: async (witness: Witness, { uri, times = 1 }) => {
    for (let at = 0; at < times; at++) witness.changes.publish({ uri })
    return { uri }
  },
})

const slow = defineTool({
  ...reading('slow', 'Takes its time and tells how far it is.'),
  input: Type.Object({ steps: Type.Integer(), ms: Type.Integer() }, strict),
  output: Type.Object({ steps: Type.Integer() }),
  errors: ['cancelled'] as Reason[],
  run: async (witness: Witness, { steps, ms }, call) => {
    witness.events.push('slow began')
    for (let step = 1; step <= steps; step++) {
      await sleep(ms, undefined, { signal: call.signal }).catch(() => {
        witness.events.push('slow was cancelled')
        throw new DomainError<Reason>('cancelled', 'cancelled')
      })
      call.report({ progress: step, total: steps })
    }
    witness.events.push('slow ended')
    return { steps }
  },
})

const bug = defineTool({
  ...reading('bug', 'Fails as no tool should.'),
  input: Type.Object({}, strict),
  output: Type.Object({}),
  errors: [] as Reason[],
  run: async (_witness: Witness): Promise<Record<string, never>> => {
    throw new TypeError('secret text')
  },
})

/** A small family that does what transports must cope with: waiting, reporting, remembering, changing, failing. */
export function trialFamily(events: string[]): DefinedFamily {
  const family: Family<Witness, Reason> = {
    name: 'trial',
    tools: [echo, remember, change, slow, bug],
    resources: {
      scheme: 'trial',
      templates: [],
      list: async () => [{ uri: 'trial://a', name: 'a', mimeType: 'text/plain' }],
      read: async (_witness, uri) => ({ uri, mimeType: 'text/plain', text: 'trial' }),
    },
  }
  const codes = { invalid_argument: 'invalid_parameter', read_only: 'forbidden', cancelled: 'internal' } as const
  const open = ({ changes }: FamilyPorts) => ({ events, changes, close: () => {} })
  return defineFamily({ family, dialect: bodyDialect, codes, open })
}

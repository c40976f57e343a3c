import { addReservation, type Call, DomainError, defineTool, type Family, type LogLevel, plainCall } from '@shoko/contract'
import { oneOf } from '@shoko/contract/schema'
import * as Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { bodyDialect } from './dialects/body.ts'
import type { Dialect } from './dialects/dialect.ts'
import { envelopeDialect } from './dialects/envelope.ts'
import { jsonRpcDialect, labelledBodyDialect } from './dialects/json-rpc.ts'
import { type BoundTool, bindFamily, type FamilyPorts } from './families/bind.ts'
import { invoke } from './invoke.ts'
import { owner, type Scope } from './principal.ts'

type Reason = 'invalid_argument' | 'read_only' | 'cancelled' | 'gone'

const echo = defineTool({
  name: 'echo',
  title: 'Echo',
  description: 'Says it again.',
  effect: 'read',
  input: Type.Object({ word: oneOf(['hello', 'gone', 'bug', 'alien']) }, { additionalProperties: false }),
  output: Type.Object({ word: Type.String() }),
  errors: ['gone'] as Reason[],
  logFields: (input) => ({ word: input.word }),
  run: async (_context: object, { word }, _call: Call) => {
    if (word === 'gone')
      throw new DomainError<Reason>('gone', 'notes/a.md is gone', { details: { path: 'notes/a.md' }, hint: 'create it' })
    if (word === 'alien') throw new DomainError('a reason of nobody', 'secret text')
    if (word === 'bug') throw new TypeError('secret text in /home/mio')
    return { word }
  },
})
const seeded = defineTool({
  ...echo,
  name: 'kanban/echo.word',
  run: async () => {
    throw new DomainError<Reason>('gone', 'card 01A', { hint: 'look with kanban/echo.word; it was in .kanban/echo/2026' })
  },
})
const write = { ...echo, name: 'write', effect: 'overwrite' as const }
const risky = {
  ...write,
  name: 'risky',
  run: async () => {
    addReservation('flush refused', 'a.md')
    return { word: 'done', warnings: ['full'] }
  },
}

function bound(dialect: Dialect<string>, codes: Record<Reason, string>, flatDialect?: Dialect<string>): BoundTool[] {
  const family: Family<object, Reason> = {
    name: 'test',
    tools: [seeded, echo, write, risky],
  }
  const open = () => ({ close: () => {} })
  const flat = flatDialect === undefined ? {} : { flatDialect }
  return [...bindFamily({ family, dialect, codes, open, ...flat }, {} as FamilyPorts).tools]
}

const BODY_CODES = { invalid_argument: 'invalid_parameter', read_only: 'forbidden', cancelled: 'internal', gone: 'not_found' }

async function run(
  word: unknown,
  options: {
    dialect?: Dialect<string>
    codes?: Record<Reason, string>
    readOnly?: boolean
    signal?: AbortSignal
    tool?: 'echo' | 'write' | 'risky'
    scopes?: readonly Scope[]
  } = {},
) {
  const log: (Record<string, unknown> & { level: LogLevel })[] = []
  const tool = bound(options.dialect ?? bodyDialect, options.codes ?? BODY_CODES).find(
    ({ name }) => name === (options.tool ?? 'echo'),
  )!
  const ports = {
    clock: { now: () => 0 },
    logger: { log: (level: LogLevel, fields: object) => void log.push({ level, ...fields }) },
    readOnly: options.readOnly ?? false,
  }
  return {
    outcome: await invoke(ports, {
      tool,
      args: { word },
      principal: { ...owner, ...(options.scopes === undefined ? {} : { scopes: new Set(options.scopes) }) },
      call: { ...plainCall, ...(options.signal === undefined ? {} : { signal: options.signal }) },
    }),
    log,
  }
}

const labels = {
  invalid_argument: 'invalid-argument',
  read_only: 'permission-denied',
  cancelled: 'internal',
  gone: 'not-found',
}

describe('invoke', () => {
  it('gives what the tool returned and logs the fields it names', async () => {
    const { outcome, log } = await run('hello')
    expect(outcome).toEqual({ ok: true, output: { word: 'hello' } })
    expect(log).toEqual([{ level: 'info', tool: 'echo', ok: true, elapsed_ms: expect.any(Number), word: 'hello' }])
  })

  it('adds the reservations of a write to its warnings, and logs them', async () => {
    const { outcome, log } = await run('hello', { tool: 'risky' })
    expect(outcome).toEqual({ ok: true, output: { word: 'done', warnings: ['full', 'flush refused: a.md'] } })
    expect(log).toContainEqual({ level: 'warn', tool: 'risky', event: 'reservation', warnings: ['flush refused: a.md'] })
  })

  it('renders a reason in the body dialect', async () => {
    const { outcome, log } = await run('gone')
    expect(outcome).toMatchObject({
      ok: false,
      failure: { code: 'not_found' },
      wire: {
        kind: 'result',
        text: JSON.stringify({ code: 'not_found', message: 'notes/a.md is gone (create it)', details: { path: 'notes/a.md' } }),
      },
    })
    expect(log[0]).toMatchObject({ ok: false, code: 'not_found' })
    expect(log[0]).not.toHaveProperty('word')
  })

  it('renders a reason in the envelope dialect', async () => {
    const codes = { invalid_argument: 'INVALID_ARGUMENT', read_only: 'READ_ONLY', cancelled: 'INTERNAL', gone: 'FILE_NOT_FOUND' }
    const { outcome } = await run('gone', { dialect: envelopeDialect, codes })
    expect(outcome).toMatchObject({
      wire: {
        text: JSON.stringify({
          success: false,
          error: { code: 'FILE_NOT_FOUND', message: 'notes/a.md is gone (create it)', details: { path: 'notes/a.md' } },
        }),
      },
    })
  })

  it('renders a reason in the json-rpc dialect, the label alone as message and advice apart from the detail', async () => {
    const { outcome } = await run('gone', { dialect: jsonRpcDialect, codes: labels })
    expect(outcome).toMatchObject({
      wire: { kind: 'error', code: -32000, message: 'not-found', data: { detail: 'notes/a.md is gone', hint: 'create it' } },
    })
  })

  it('answers a flat name in the dialect of flat names, tools named the same way, and the seed name as the seed does', async () => {
    const tool = bound(jsonRpcDialect, labels, labelledBodyDialect)[0]!
    const ports = { clock: { now: () => 0 }, logger: { log: () => {} }, readOnly: false }
    const ask = async (name: string) => invoke(ports, { tool, name, args: { word: 'hello' }, principal: owner, call: plainCall })
    const message = 'card 01A (look with kanban_echo_word; it was in .kanban/echo/2026)'
    expect(await ask('kanban_echo_word')).toMatchObject({
      failure: { code: 'not-found' },
      wire: { kind: 'result', text: JSON.stringify({ code: 'not-found', message }) },
    })
    expect(await ask('kanban/echo.word')).toMatchObject({
      wire: {
        kind: 'error',
        code: -32000,
        message: 'not-found',
        data: { detail: 'card 01A', hint: expect.stringContaining('with kanban/echo.word;') },
      },
    })
  })

  it.each(['bug', 'alien'])('sends a %s out as internal without its text, and logs the stack', async (word) => {
    const { outcome, log } = await run(word)
    expect(outcome).toMatchObject({ ok: false, failure: { code: 'internal' } })
    expect(JSON.stringify(outcome)).not.toContain('secret')
    expect(log[0]).toMatchObject({ level: 'error', code: 'internal', stack: expect.stringContaining('secret text') })
  })

  it('takes a reason that the tool does not declare for a bug under test, and only logs it elsewhere', async () => {
    const tool = { ...bound(bodyDialect, BODY_CODES)[1]!, errors: [] }
    const events: unknown[] = []
    const ports = { clock: { now: () => 0 }, logger: { log: (_: string, { event }: { event?: unknown }) => events.push(event) } }
    const ask = (undeclared: 'told' | 'bug') =>
      invoke({ ...ports, readOnly: false, undeclared }, { tool, args: { word: 'gone' }, principal: owner, call: plainCall })
    expect(await ask('told')).toMatchObject({ failure: { code: 'not_found' } })
    expect(await ask('bug')).toMatchObject({ failure: { code: 'internal' } })
    expect(events.filter((event) => event === 'undeclared_reason')).toHaveLength(2)
  })

  it('says that a stopped call was cancelled, and does not take it for a bug', async () => {
    const { outcome, log } = await run('bug', { signal: AbortSignal.abort() })
    expect(outcome).toMatchObject({ ok: false, wire: { text: expect.stringContaining('cancelled') } })
    expect(log[0]).toMatchObject({ level: 'warn' })
  })

  it('refuses arguments that do not fit', async () => {
    expect((await run('nonsense')).outcome).toMatchObject({ ok: false, failure: { code: 'invalid_parameter' } })
  })

  it('refuses what the scopes of the caller do not allow, however the call came here', async () => {
    const refused = (await run('hello', { scopes: ['read'], tool: 'write' })).outcome
    expect(refused).toMatchObject({
      ok: false,
      failure: { code: 'forbidden' },
      wire: { text: expect.stringContaining('scope write') },
    })
    expect((await run('hello', { scopes: ['read'] })).outcome).toMatchObject({ ok: true })
    expect((await run('hello', { scopes: [] })).outcome).toMatchObject({ ok: false, failure: { code: 'forbidden' } })
  })

  it('refuses a writing tool in read-only mode, and only that', async () => {
    expect((await run('hello', { readOnly: true, tool: 'write' })).outcome).toMatchObject({
      ok: false,
      failure: { code: 'forbidden' },
    })
    expect((await run('hello', { readOnly: true })).outcome).toMatchObject({ ok: true })
  })
})

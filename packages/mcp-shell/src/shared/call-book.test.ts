import { describe, expect, it } from 'vitest'
import { announcedFamilies } from '../families/announced.ts'
import { CallBook } from './call-book.ts'
import { createCallFates } from './lost-call.ts'

const fates = createCallFates(announcedFamilies({ SHOKO_FAMILIES: ['vault', 'audit', 'manual', 'kanban', 'vibe'] }))

function line(message: object): Buffer {
  return Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

function tool(id: number, name: string): Buffer {
  return line({ id, method: 'tools/call', params: { name, arguments: {} } })
}

function answer(id: number | string): Buffer {
  return Buffer.from(`{"result":{},"jsonrpc":"2.0","id":${JSON.stringify(id)}}\n`)
}

function sent(book: CallBook): unknown[] {
  return [...book.toSend()].map((entry) => JSON.parse(entry.toString()).id ?? JSON.parse(entry.toString()).method)
}

describe('the book of a connection', () => {
  it('asks again what only reads, and answers what writes', () => {
    const book = new CallBook(fates)
    for (const [id, name] of ['vault_read', 'vault_create', 'search', 'create_task', 'kanban_move', 'nope'].entries())
      book.asked(tool(id, name))
    expect(sent(book)).toEqual([0, 1, 2, 3, 4, 5])
    expect(book.lost().map((reply) => (reply as { id: number }).id)).toEqual([1, 3, 4])
    expect(sent(book)).toEqual([0, 2, 5])
    expect(book.lost()).toEqual([])
  })

  it('neither repeats nor answers what was answered, cancelled or not sent', () => {
    const book = new CallBook(fates)
    book.asked(tool(1, 'vault_write'))
    book.asked(tool(2, 'vault_write'))
    expect(sent(book)).toEqual([1, 2])
    expect(book.answered(answer(1))).toBe('theirs')
    book.asked(line({ method: 'notifications/cancelled', params: { requestId: 2 } }))
    book.asked(tool(3, 'vault_write'))
    expect(book.lost()).toEqual([])
    expect(sent(book)).toEqual(['notifications/cancelled', 3])
    expect(book.isWaiting()).toBe(true)
  })

  it('tells the next server the handshake and the subscriptions, and keeps those answers from the client', () => {
    const book = new CallBook(fates)
    book.asked(line({ id: 'a', method: 'initialize', params: {} }))
    book.answer('a')
    book.asked(line({ method: 'notifications/initialized' }))
    for (const [id, uri] of ['x://1', 'x://2'].entries()) book.asked(line({ id, method: 'resources/subscribe', params: { uri } }))
    book.asked(line({ id: 7, method: 'resources/unsubscribe', params: { uri: 'x://1' } }))
    sent(book)
    expect(book.answered(answer('a'))).toBe('ours')
    for (const id of [0, 1, 7]) expect(book.answered(answer(id))).toBe('theirs')
    expect(book.isWaiting()).toBe(false)
    expect(book.lost()).toEqual([])
    expect(book.isWaiting()).toBe(false)
    expect(sent(book)).toEqual(['a', 'notifications/initialized', 1])
    expect([book.answered(answer('a')), book.answered(answer(1))]).toEqual(['ours', 'ours'])
  })

  it('knows an answer however it is written', () => {
    const book = new CallBook(fates)
    for (const id of [1, 'two']) book.asked(tool(id as number, 'vault_ls'))
    sent(book)
    book.answered(line({ id: 1, error: { code: -32601, message: 'no' } }))
    book.answered(Buffer.from('{"id":"two","jsonrpc":"2.0","result":{"a":{"jsonrpc":"2.0","id":1}}}\n'))
    expect(book.isWaiting()).toBe(false)
  })
})

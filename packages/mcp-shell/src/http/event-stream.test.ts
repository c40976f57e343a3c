import { describe, expect, it } from 'vitest'
import { firstMessage, isAnswer } from './event-stream.ts'

describe('firstMessage', () => {
  it('waits for the end of an event', () => {
    expect(firstMessage('event: message\ndata: {"a":1}\n')).toBeUndefined()
    expect(firstMessage('event: message\ndata: {"a":1}\n\n')).toBe('{"a":1}')
  })

  it('passes over events without data and keep-alives', () => {
    expect(firstMessage('id: 1\ndata: \n\n: keepalive\n\nid: 2\ndata: {"a":1}\n\n')).toBe('{"a":1}')
  })
})

describe('isAnswer', () => {
  it.each([
    ['{"jsonrpc":"2.0","id":1,"result":{"method":"x"}}', true],
    ['{"result":{},"jsonrpc":"2.0","id":1}', true],
    ['{"jsonrpc":"2.0","id":"a","error":{"code":1,"message":"m"}}', true],
    ['{"id":1,"jsonrpc":"2.0","result":{}}', true],
    ['{"method":"notifications/progress","params":{"result":1},"jsonrpc":"2.0"}', false],
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}', false],
  ])('%s: %s', (message, expected) => {
    expect(isAnswer(message)).toBe(expected)
  })
})

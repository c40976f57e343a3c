import type { ServerContext } from '@modelcontextprotocol/server'
import { expect, it } from 'vitest'
import { owner } from '../principal.ts'
import { admitted, bearerOf } from './call.ts'

const context = {} as ServerContext // nothing of it is looked at
const servedFor = (scopes: typeof owner.scopes) => ({
  era: 'modern' as const,
  session: undefined,
  principalOf: () => ({ id: 'mio', scopes }),
})

it('serves a message that is no tool call only to a bearer who may read', () => {
  expect(admitted(context, servedFor(owner.scopes), 'read').id).toBe('mio')
  expect(() => admitted(context, servedFor(new Set()), 'read')).toThrow('lacks the scope read')
})

it('serves nobody who was not identified', () => {
  expect(() => bearerOf(context)).toThrow('nobody was identified')
})

import { nonBlank, nullable, oneOf } from '@shoko/contract/schema'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { PRIORITIES } from '../rules/card.ts'

export const BoardParam = nonBlank('Id, path or "."')
/** Its rules are `parseCardId`'s, so the wire schema only says that it is text. */
export const CardIdParam = Type.String()
export const Priority = oneOf(PRIORITIES)
export const Words = Type.Array(Type.String())
/** SHA-256 of the card's file; passed back as expected_hash it refuses to change what the caller has not seen. */
export const Hash = Type.String()
export const ExpectedHash = Type.Optional(nonBlank('Refuse if the card has changed'))

/** What a list adds to a card on request. */
export const CARD_FIELDS = ['path', 'size', 'parent', 'depends_on', 'blockers', 'hash', 'modified'] as const

export const CardItem = Type.Object({
  cardId: Type.String(),
  title: Type.String(),
  column: Type.String(),
  lane: nullable(Type.String()),
  priority: Type.Optional(Type.String()),
  labels: Type.Optional(Words),
  assignees: Type.Optional(Words),
  blocked_by: Type.Optional(Words),
  path: Type.Optional(Type.String()),
  size: Type.Optional(nullable(Type.Number())),
  parent: Type.Optional(nullable(Type.String())),
  depends_on: Type.Optional(Words),
  blockers: Type.Optional(Words),
  hash: Type.Optional(Type.String()),
  modified: Type.Optional(nullable(Type.String())),
  truncated: Type.Optional(Type.Boolean()),
})
export type CardItem = Static<typeof CardItem>

export const NoteItem = Type.Object({
  ts: Type.String(),
  type: Type.String(),
  text: Type.String(),
  tags: Type.Optional(Words),
  author: Type.Optional(Type.String()),
  truncated: Type.Optional(Type.Boolean()),
})
export type NoteItem = Static<typeof NoteItem>

import { nonBlank, nullable, oneOf } from '@shoko/contract/schema'
import * as Type from 'typebox'
import { PRIORITIES } from '../rules/card.ts'

export const BoardParam = nonBlank('Id, path or "."')
/** Its rules are `parseCardId`'s, so the wire schema only says that it is text. */
export const CardIdParam = Type.String()
export const Priority = oneOf(PRIORITIES)
export const Words = Type.Array(Type.String())
export const Warnings = Type.Optional(Type.Array(Type.String()))

export const CardItem = Type.Object({
  cardId: Type.String(),
  title: Type.String(),
  column: Type.String(),
  lane: nullable(Type.String()),
  path: Type.String(),
  priority: nullable(Type.String()),
  labels: Type.Array(Type.String()),
  assignees: Type.Array(Type.String()),
})

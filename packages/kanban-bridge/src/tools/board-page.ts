import { type ListRequest, type PageOptions, pageOf } from '@shoko/contract'
import { nullable } from '@shoko/contract/schema'
import * as Type from 'typebox'

/** What a list says beside its entries, in the seed's spelling. */
export const pageOutput = {
  total: Type.Integer(),
  nextOffset: nullable(Type.Integer()),
  version: Type.String(),
  changed: Type.Optional(Type.Boolean()),
}

/** A part of a list, as every list of the server is cut. */
export function boardPage<Entry, Item extends object>(
  entries: readonly Entry[],
  request: ListRequest,
  options: PageOptions<Entry, Item>,
) {
  const { next_offset: nextOffset, ...page } = pageOf(entries, request, options)
  return { ...page, nextOffset }
}

import { type ListRequest, type PageOptions, pageOf } from '@shoko/contract'
import { listOutput } from '@shoko/contract/schema'

const { next_offset, ...rest } = listOutput

/** What a list says beside its entries, in the seed's spelling. */
export const pageOutput = { ...rest, nextOffset: next_offset }

/** A part of a list, as every list of the server is cut. */
export function boardPage<Entry, Item extends object>(
  entries: readonly Entry[],
  request: ListRequest,
  options: PageOptions<Entry, Item>,
) {
  const { next_offset: nextOffset, ...page } = pageOf(entries, request, options)
  return { ...page, nextOffset }
}

import type { Family } from '@shoko/contract'
import { type BodyCode, bodyDialect } from '../dialects/body.ts'
import { ASKABLE } from '../everything/askable.ts'
import { type AskableFamily, type EverythingContext, type ShokoFindReason, shokoFind } from '../everything/shoko-find.ts'
import { flatName } from '../names.ts'
import type { FamilyBinding } from './bind.ts'
import type { ServedFamily } from './served.ts'

const everythingFamily: Family<EverythingContext, ShokoFindReason> = { name: 'shoko', tools: [shokoFind] }

/** The one family that stands on the others: it is served where at least two of them can be asked. */
export function everythingBinding(served: readonly ServedFamily[]): FamilyBinding<EverythingContext, ShokoFindReason, BodyCode> {
  return {
    family: everythingFamily,
    dialect: bodyDialect,
    codes: {
      invalid_argument: 'invalid_parameter',
      not_served: 'invalid_parameter',
      read_only: 'forbidden',
      cancelled: 'internal',
    },
    open: ({ clock, logger, config }) => ({
      clock,
      logger,
      families: askable(served),
      listedName: (name) => (config.SHOKO_TOOL_NAMES === 'flat' ? flatName(name) : name),
      close: () => {},
    }),
  }
}

export function askable(served: readonly ServedFamily[]): AskableFamily[] {
  return ASKABLE.flatMap((name) => {
    const family = served.find((candidate) => candidate.name === name)
    return family === undefined ? [] : [{ name, find: async (request, call) => (await family.load()).find(request, call) }]
  })
}

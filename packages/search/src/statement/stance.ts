import type { Mode, Sign } from './statement.ts'

/** How often a clause says each of these, outside of its conditions. */
export interface Said {
  permits: number
  forbids: number
  musts: number
  needs: number
  waives: number
  denies: number
  /** Denials that only strengthen another one. */
  concords: number
  lacks: number
  unsure: number
}

export function saysNothing(): Said {
  return { permits: 0, forbids: 0, musts: 0, needs: 0, waives: 0, denies: 0, concords: 0, lacks: 0, unsure: 0 }
}

export interface Stance {
  readonly mode: Mode
  readonly sign: Sign
  /** A condition that its words amount to: "can enter without an adult". */
  readonly leaves?: string
}

/**
 * How a clause binds and what it affirms. Two negations affirm: what is not forbidden is permitted, what is not excluded is included,
 * and what is not optional is required. A duty that is denied by its verb is a ban, one that is denied by its word is waived.
 */
export function stanceOf(said: Said, scales: readonly (1 | -1)[]): Stance {
  const content = scales.reduce<1 | -1>((product, sign) => (product * sign) as 1 | -1, 1)
  if (said.unsure > 0) return { mode: 'plain', sign: 0 }
  const isPermission = said.permits > 0 && said.musts + said.needs + said.forbids + said.waives === 0
  const leaves = said.lacks > 0 && isPermission ? { leaves: 'without' } : {}
  const concord = said.concords > 0 && said.denies + said.forbids === 0 ? 1 : 0
  const denied = (said.denies + concord + (isPermission ? 0 : said.lacks)) % 2 === 1
  const against = (content * -1) as 1 | -1
  if (said.forbids > 0) return denied ? { mode: 'permits', sign: content } : { mode: 'binds', sign: against }
  if (said.waives > 0) return { mode: denied ? 'binds' : 'waives', sign: content }
  if (said.needs > 0) return { mode: denied ? 'waives' : 'binds', sign: content }
  if (said.musts > 0) return { mode: 'binds', sign: denied ? against : content }
  if (said.permits > 0)
    return denied ? { mode: 'binds', sign: against, ...leaves } : { mode: 'permits', sign: content, ...leaves }
  return { mode: 'plain', sign: denied ? against : content }
}

import type { BoardConfig } from './columns-toml.ts'

/** A rule of columns.toml that a column can break. It warns and never refuses: the card is there. */
interface ColumnRule {
  /** The code of a finding of `shoko kanban lint`. */
  readonly name: string
  /** Without such a column nobody counts. */
  concerns(column: string, config: BoardConfig): boolean
  /** What a person should hear; undefined when all is well. */
  check(state: ColumnState, config: BoardConfig): string | undefined
}

export interface ColumnState {
  readonly column: string
  readonly cards: number
}

const wipLimit: ColumnRule = {
  name: 'wip',
  concerns: (column, { wipLimits }) => wipLimits.has(column),
  check({ column, cards }, { wipLimits }) {
    const limit = wipLimits.get(column)
    return limit !== undefined && cards > limit ? `wip exceeded: ${column} limit ${limit} actual ${cards}` : undefined
  },
}

const RULES: readonly ColumnRule[] = [wipLimit]

export function hasRules(column: string, config: BoardConfig): boolean {
  return RULES.some((rule) => rule.concerns(column, config))
}

export function brokenRules(state: ColumnState, config: BoardConfig): { readonly rule: string; readonly warning: string }[] {
  return RULES.flatMap((rule) => {
    const warning = rule.check(state, config)
    return warning === undefined ? [] : { rule: rule.name, warning }
  })
}

/** What kanban_card answers. */
export interface WholeCard {
  readonly cardId: string
  readonly title: string
  readonly column: string
  readonly path: string
  readonly hash: string
  readonly modified: string
  readonly fm: Readonly<Record<string, unknown>>
  readonly parent: string | null
  readonly children: readonly string[]
  readonly depends_on: readonly string[]
  readonly blocked_by: readonly string[]
  readonly blocks: readonly string[]
  readonly relates: readonly string[]
  readonly related: Readonly<Record<string, { readonly title: string; readonly column: string }>>
  readonly body: string
  readonly truncated: boolean
}

export const TEXT_FIELDS = ['title', 'lane', 'description', 'resume_hint'] as const
export const WORD_FIELDS = ['labels', 'assignees'] as const
export const LINE_FIELDS = ['next_steps', 'blockers'] as const
export const FIELDS = [...TEXT_FIELDS, 'priority', 'size', ...WORD_FIELDS, ...LINE_FIELDS] as const
export type Field = (typeof FIELDS)[number]

/** A card as it is typed: every field a text. */
export type Draft = Readonly<Record<Field | 'body', string>>

export function draftOf(card: WholeCard): Draft {
  const text = (key: string) => {
    const value = card.fm[key]
    return value === undefined || value === null ? '' : String(value)
  }
  const list = (key: string, between: string) => {
    const value = card.fm[key]
    return Array.isArray(value) ? value.map(String).join(between) : text(key)
  }
  return {
    title: card.title,
    lane: text('lane'),
    description: text('description'),
    resume_hint: text('resume_hint'),
    priority: text('priority'),
    size: text('size'),
    labels: list('labels', ', '),
    assignees: list('assignees', ', '),
    next_steps: list('next_steps', '\n'),
    blockers: list('blockers', '\n'),
    body: card.body,
  }
}

export function changedFields(from: Draft, to: Draft): (Field | 'body')[] {
  return ([...FIELDS, 'body'] as const).filter((key) => from[key] !== to[key])
}

/** What kanban_update is told: only what is different; an emptied field is cleared. */
export function patchOf(from: Draft, to: Draft): { readonly fm?: Record<string, unknown>; readonly body?: object } {
  const changed = changedFields(from, to)
  const fm = Object.fromEntries(changed.filter((key) => key !== 'body').map((key) => [key, sentValue(key, to[key])]))
  return {
    ...(Object.keys(fm).length === 0 ? {} : { fm }),
    ...(changed.includes('body') ? { body: { text: to.body, replace: true } } : {}),
  }
}

function sentValue(key: Field, text: string): unknown {
  if ((WORD_FIELDS as readonly string[]).includes(key)) return split(text, /[,、，]/)
  if ((LINE_FIELDS as readonly string[]).includes(key)) return split(text, /\n/)
  if (text.trim() === '') return null
  if (key === 'size') return Number.isInteger(Number(text)) ? Number(text) : text
  return text.trim()
}

function split(text: string, at: RegExp): string[] {
  return text
    .split(at)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

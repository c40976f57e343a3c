export const NOTE_TYPES = ['worklog', 'resume', 'decision'] as const
export type NoteType = (typeof NOTE_TYPES)[number]

export interface Note {
  readonly ts: string
  readonly type: string
  readonly text: string
  readonly tags?: readonly string[]
  readonly author?: string
}

export function renderNote(note: Note): string {
  const { ts, type, text, tags, author } = note
  return `${JSON.stringify({ ts, type, text, tags, author })}\n`
}

/** The readable notes of a journal, newest first; a broken line hides nothing but itself. */
export function readNotes(journal: string): { notes: Note[]; broken: number } {
  const lines = journal.split(/\r?\n/).filter((line) => line.trim() !== '')
  const notes = lines.map(parseNote).filter((note) => note !== undefined)
  // Git can merge two journals in any order: time decides, and the later line where times are equal.
  const sorted = notes
    .map((note, index) => ({ note, index, at: Date.parse(note.ts) || 0 }))
    .sort((a, b) => b.at - a.at || b.index - a.index)
  return { notes: sorted.map(({ note }) => note), broken: lines.length - notes.length }
}

function parseNote(line: string): Note | undefined {
  try {
    const { ts, type, text, tags, author } = JSON.parse(line) as Record<string, unknown> // checked below
    if (typeof ts !== 'string' || typeof text !== 'string') return undefined
    return {
      ts,
      type: typeof type === 'string' ? type : 'worklog',
      text,
      ...(Array.isArray(tags) ? { tags: tags.filter((tag) => typeof tag === 'string') } : {}),
      ...(typeof author === 'string' ? { author } : {}),
    }
  } catch {
    return undefined
  }
}

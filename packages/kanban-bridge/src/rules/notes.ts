export const NOTE_TYPES = ['worklog', 'resume', 'decision'] as const

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
export function readNotes(journal: string): ReadNotes {
  const reading = readNotesByLine(journal)
  let step = reading.next()
  while (step.done !== true) step = reading.next()
  return step.value
}

export interface ReadNotes {
  readonly notes: Note[]
  readonly broken: number
}

/** The same, for who lets others have their turn between two lines. */
export function* readNotesByLine(journal: string): Generator<void, ReadNotes> {
  const lines = journal.split('\n').filter((line) => line.trim() !== '')
  const notes: Note[] = []
  for (const line of lines) {
    const note = parseNote(line)
    if (note !== undefined) notes.push(note)
    yield
  }
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

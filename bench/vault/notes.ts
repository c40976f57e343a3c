import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SENTENCES = [
  '休暇の申請は人事部に提出してください。承認フローと対象外の条件を確認する。',
  'La reunión empieza a las nueve; revisa la documentación y los artículos antes de enviar el informe.',
  'The migration plan covers indexing, search quality and the retention of daily notes in the archive.',
]

/** A folder of Markdown notes in three languages, always the same; one in 500 holds the needle. */
export function generateNotes(count: number): string {
  const root = mkdtempSync(join(tmpdir(), 'bench-notes-'))
  const next = lcg(42)
  for (let index = 0; index < count; index++) {
    const folder = join(root, `area-${index % 50}`, `topic-${index % 7}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `note-${index}.md`), noteText(index, next))
  }
  return root
}

function noteText(index: number, next: (below: number) => number): string {
  const lines = [`# Note ${index}`, '']
  for (let line = 20 + next(60); line > 0; line--) {
    if (line % 9 === 0) lines.push('', `## Part ${line}`, '')
    const sentence = SENTENCES[next(SENTENCES.length)]!
    lines.push(`${sentence.slice(next(sentence.length >> 1))} ref${next(100_000)}`)
  }
  if (index % 500 === 3) lines.push(`needle-${index} in haystack`)
  return `${lines.join('\n')}\n`
}

function lcg(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return state % below
  }
}

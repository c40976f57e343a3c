import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type JudgedSet, loadSet } from '../retrieval/judged-sets.ts'
import { scaleFiles, writeFiles } from '../retrieval/scale-corpus.ts'

export interface Workspace {
  readonly root: string
  readonly manualBytes: number
  readonly noteBytes: number
  /** Questions that the texts answer, in both languages. */
  readonly questions: readonly string[]
}

const SETS = ['k8s-ja', 'k8s-es', 'squad-es', 'jsquad-valid'] as const
const DOCUMENTS = 200
/** At least; the last paragraph makes it about 9 kB a file. */
const PAGE_BYTES = 8000
const NOTE_BYTES = 8000

/** Manuals, notes and one project in Japanese and Spanish, always the same, made of the texts of the judged sets. */
export function writeWorkspace(root: string, sizes: { readonly pages: number; readonly notes: number }): Workspace {
  const sets = SETS.map(loadSet)
  const manualBytes = writeFiles(join(root, 'manuals'), scaleFiles(sets, sizes.pages, PAGE_BYTES))
  const noteBytes = writeFiles(join(root, 'vault'), scaleFiles(sets.toReversed(), sizes.notes, NOTE_BYTES))
  writeProject(join(root, 'vibe'), sets)
  return { root, manualBytes, noteBytes, questions: interleaved(sets.map(({ queries }) => queries.map(({ q }) => q))) }
}

function writeProject(root: string, sets: readonly JudgedSet[]): void {
  const folder = join(root, 'projects', 'demo', 'docs')
  mkdirSync(folder, { recursive: true })
  for (const [index, { title, text }] of sets[0]!.docs.slice(0, DOCUMENTS).entries())
    writeFileSync(join(folder, `document-${index}.md`), `# ${title}\n\n${text}\n`)
}

function interleaved(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
}

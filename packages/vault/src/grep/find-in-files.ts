import type { WalkedFile } from '@shoko/core-fs'
import type { FileFilter } from './find-index.ts'
import type { JobPulse } from './gauge.ts'
import type { IndexView } from './index-view.ts'
import { type LineFinding, type LineSearch, looseLines, termLines } from './line-findings.ts'
import type { FindAnswer, Finding, FindJob, Signal } from './protocol.ts'
import type { TextCache } from './text-cache.ts'

export interface FindSource {
  readonly files: readonly WalkedFile[]
  readonly cache: TextCache
  readonly pulse: JobPulse
  readonly view: IndexView
}

/** Stage 0 over all files, then stage 1, until the budget ends. At least one file is looked at whatever the budget. */
export async function findInFiles(job: FindJob, source: FindSource): Promise<FindAnswer> {
  const found = new FoundPlaces()
  const budget = { job, deadline: performance.now() + job.timeMs }
  const words = { number: 0, signal: 'normalized', search: termLines(job.terms) } as const
  const cut = await runStage(words, { source, found, budget })
  if (cut !== undefined) return found.answer(cut)
  const loose = { number: 1, signal: 'loose', search: looseLines(job.query, job.terms) } as const
  return found.answer(await runStage(loose, { source, found, budget }))
}

interface Stage {
  readonly number: 0 | 1
  readonly signal: Signal
  readonly search: LineSearch
}

interface StageRun {
  readonly source: FindSource
  readonly found: FoundPlaces
  readonly budget: { readonly job: FindJob; readonly deadline: number }
}

async function runStage(stage: Stage, { source, found, budget }: StageRun): Promise<FindAnswer['cut']> {
  const { files, pulse, view } = source
  const mayHold = view.filterFor(stage.number)
  const before = stage.number * files.length
  for (const [index, file] of files.entries()) {
    if (pulse.turnIsOver) await pulse.rest()
    visit(file, stage, { source, found, mayHold })
    const done = before + index + 1
    pulse.progress(done, 2 * files.length)
    // One more than allowed shows that there are more than allowed.
    if (found.size > budget.job.maxCandidates) return { reason: 'candidate_cap', stage: stage.number }
    if (done < 2 * files.length && performance.now() > budget.deadline) return { reason: 'time_budget', stage: stage.number }
  }
  return undefined
}

interface Visit {
  readonly source: FindSource
  readonly found: FoundPlaces
  /** Of indexed files. */
  readonly mayHold: FileFilter
}

function visit(file: WalkedFile, { number, signal, search }: Stage, { source, found, mayHold }: Visit): void {
  const indexed = source.view.file(file.path)
  if (indexed?.content === 'text' && !mayHold(indexed)) {
    found.read(file.path, indexed.lines)
    return
  }
  const { cache } = source
  const parts = indexed?.content === 'not_text' ? 'not_text' : cache.open(file)
  if (typeof parts === 'string') {
    if (number === 0 && parts === 'not_text') found.warnings++
    return
  }
  let lines = 0
  for (const part of parts) {
    lines += part.text.lineCount
    for (const finding of search(part)) found.add(file.path, signal, finding)
  }
  found.read(file.path, lines)
  cache.settle(file.path)
}

/** What a worker has found and read so far. */
class FoundPlaces {
  readonly #findings: { -readonly [Key in keyof Finding]: Finding[Key] }[] = []
  readonly #linesOf = new Map<string, number>()
  warnings = 0

  get size(): number {
    return this.#findings.length
  }

  read(path: string, lines: number): void {
    this.#linesOf.set(path, lines)
  }

  /** A loose match where words were found already is the same place: it adds its signal, not a candidate. */
  add(path: string, signal: Signal, { start, end, terms }: LineFinding): void {
    const same =
      signal === 'loose'
        ? this.#findings.find((known) => known.path === path && known.start <= start && end <= known.end)
        : undefined
    if (same === undefined) this.#findings.push({ path, start, end, signals: [signal], terms })
    else {
      same.signals = [...new Set([...same.signals, signal])]
      same.terms = terms
    }
  }

  answer(cut: FindAnswer['cut']): FindAnswer {
    return {
      kind: 'find',
      findings: this.#findings,
      files: this.#linesOf.size,
      lines: this.#linesOf.values().reduce((sum, lines) => sum + lines, 0),
      warnings: this.warnings,
      firstFile: this.#linesOf.keys().next().value,
      cut,
    }
  }
}

import { createHash } from 'node:crypto'
import { type Fact, keyOf } from './step.ts'
import type { WorkspaceFile } from './workspace.ts'

/** What was acknowledged, what was asked without an answer, and whether the files agree with that. */
export class Model {
  readonly #kept = new Map<string, Fact>()
  readonly #asked = new Map<string, Fact>()

  ask(facts: readonly Fact[]): void {
    for (const fact of facts) this.#asked.set(keyOf(fact), fact)
  }

  acknowledge(facts: readonly Fact[]): void {
    for (const fact of facts) {
      this.#kept.set(keyOf(fact), fact)
      this.#asked.delete(keyOf(fact))
    }
  }

  get size(): number {
    return this.#kept.size
  }

  /**
   * Everything acknowledged is there, and of what was only asked for the old or the new state, whichever it is from now on.
   * Call it when nobody writes.
   */
  check(files: readonly WorkspaceFile[]): string[] {
    const tree = new Tree(files)
    const lost: string[] = []
    for (const [key, fact] of this.#kept) {
      const asked = this.#asked.get(key)
      if (asked !== undefined && tree.holds(asked)) this.#kept.set(key, asked)
      else if (!tree.holds(fact)) lost.push(`lost although acknowledged: ${key} ${JSON.stringify(fact)}`)
    }
    for (const [key, fact] of this.#asked) if (!this.#kept.has(key) && tree.holds(fact)) this.#kept.set(key, fact)
    this.#asked.clear()
    return [...lost, ...tree.problems()]
  }
}

class Tree {
  readonly #files: ReadonlyMap<string, string>
  readonly #cards = new Map<string, string[]>()

  constructor(files: readonly WorkspaceFile[]) {
    this.#files = new Map(files.map(({ path, text }) => [path, text]))
    for (const { path } of files) {
      const id = /^\.kanban\/(?!notes\/).*?([0-9A-Z]{26})__[^/]*\.md$/.exec(path)?.[1]
      if (id !== undefined) this.#cards.set(id, [...(this.#cards.get(id) ?? []), path])
    }
  }

  holds(fact: Fact): boolean {
    if (fact.kind === 'file') {
      const text = this.#files.get(fact.path)
      return text !== undefined && createHash('sha256').update(text).digest('hex') === fact.sha256
    }
    if (fact.kind === 'line') return (this.#files.get(fact.path) ?? '').split(fact.line).length === 2
    const path = this.#cards.get(fact.card)?.[0]
    if (path === undefined) return false
    if (fact.kind === 'column') return path.startsWith(`.kanban/${fact.column}/`)
    return this.#files.get(path)!.includes(`${fact.line}`)
  }

  /** Files that are not whole, whoever wrote them; cards and task numbers that exist twice. */
  problems(): string[] {
    return [...this.#torn(), ...this.#doubled()]
  }

  *#torn(): Generator<string> {
    for (const [path, text] of this.#files) {
      if (isTemporary(path) || path.includes('/.shoko/') || path.startsWith('cache/')) continue
      if (path.endsWith('.ndjson') && !linesParse(text)) yield `torn: ${path} has a line that is no JSON`
      if (path.endsWith('.md') && !text.endsWith('end\n')) yield `torn: ${path} ends with ${JSON.stringify(text.slice(-40))}`
      if (path.includes('.displaced-')) yield `${path}: nobody but us wrote, yet a save was displaced`
    }
  }

  *#doubled(): Generator<string> {
    for (const [id, paths] of this.#cards) if (paths.length > 1) yield `card ${id} exists twice: ${paths.join(', ')}`
    const numbers = [...this.#files.keys()].flatMap((path) => /^vibe\/p\/tasks\/(\d+)-/.exec(path)?.[1] ?? [])
    if (new Set(numbers).size < numbers.length) yield `a task number was given twice: ${numbers.sort().join(' ')}`
  }
}

/** Names of files that a killed process may leave, until the next write of its root. */
export function litterIn(files: readonly WorkspaceFile[]): string[] {
  return files.map(({ path }) => path).filter(isTemporary)
}

function isTemporary(path: string): boolean {
  return /(^|\/)\.shoko-[0-9a-f]{16}\.tmp$/.test(path)
}

/** A line that a killed process left open is allowed at the end; the next append closes it. */
function linesParse(text: string): boolean {
  const lines = text.split('\n')
  const open = lines.pop()
  return open === '' && lines.every(isJson)
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return line === ''
  }
}

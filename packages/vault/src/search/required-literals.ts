/**
 * Texts of ASCII (lower-cased) and of Japanese letters, of which every match of a pattern holds at least one: a file without any
 * of them need not be decoded. Undefined when the pattern is not simple enough to tell; groups are not looked into.
 */
export function requiredLiterals(pattern: string): string[] | undefined {
  const literals: string[] = []
  let branch = new Branch()
  for (let at = 0; at < pattern.length; ) {
    const atom = readAtom(pattern, at)
    if (atom === undefined) return undefined
    at += atom.length
    if (atom.kind === 'or') {
      literals.push(branch.longest())
      branch = new Branch()
    } else branch.add(atom)
  }
  literals.push(branch.longest())
  return literals.every((literal) => literal.length >= SHORTEST) ? literals : undefined
}

/** One letter is in nearly every file. */
const SHORTEST = 2
/** Whoever holds a text holds its beginning; to look for all of a long one may take its length in every place. */
const LONGEST = 32

interface Atom {
  readonly kind: 'letter' | 'other' | 'or' | 'optional' | 'repeated'
  readonly letter?: string
  readonly length: number
}

class Branch {
  #run = ''
  #longest = ''

  add(atom: Atom): void {
    if (atom.kind === 'letter') {
      this.#run += atom.letter
      return
    }
    if (atom.kind === 'optional') this.#run = this.#run.slice(0, -1)
    this.#end()
  }

  longest(): string {
    this.#end()
    return this.#longest.slice(0, LONGEST)
  }

  #end(): void {
    if (this.#run.length > this.#longest.length) this.#longest = this.#run
    this.#run = ''
  }
}

/** Kana and ideographs: there is one way to write each of them. */
const CASELESS = /[\u3041-\u30ff\u3400-\u9fff]/

function readAtom(pattern: string, at: number): Atom | undefined {
  const unit = pattern[at]!
  if (unit === '(') return readGroup(pattern, at)
  if (unit === ')') return undefined
  if (unit === '|') return { kind: 'or', length: 1 }
  if (unit === '\\') return readEscape(pattern[at + 1] ?? '')
  if (unit === '[') return readClass(pattern.slice(at))
  if ('*+?{'.includes(unit)) return readQuantifier(pattern.slice(at))
  if (CASELESS.test(unit)) return { kind: 'letter', letter: unit, length: 1 }
  if ('.^$'.includes(unit) || unit > '~' || unit < ' ') return { kind: 'other', length: 1 }
  return { kind: 'letter', letter: unit.toLowerCase(), length: 1 }
}

/** Whatever a group matches, or looks at, what stands beside it is required as before. */
function readGroup(pattern: string, start: number): Atom | undefined {
  let depth = 0
  for (let at = start; at < pattern.length; at++) {
    const unit = pattern[at]!
    if (unit === '\\') at++
    else if (unit === '(') depth++
    else if (unit === ')') depth--
    else if (unit === '[') {
      const set = readClass(pattern.slice(at))
      if (set === undefined) return undefined
      at += set.length - 1
    }
    if (depth === 0) return { kind: 'other', length: at + 1 - start }
  }
  return undefined
}

function readEscape(unit: string): Atom | undefined {
  if (/[dDwWsSbBnrtfv]/.test(unit)) return { kind: 'other', length: 2 }
  // The others are longer than two characters, or refer back.
  if (unit === '' || /[a-zA-Z0-9]/.test(unit) || unit > '~') return undefined
  return { kind: 'letter', letter: unit, length: 2 }
}

function readClass(rest: string): Atom | undefined {
  const found = /^\[(?:\\.|[^\\\]])*\]/s.exec(rest)
  return found === null ? undefined : { kind: 'other', length: found[0].length }
}

function readQuantifier(rest: string): Atom | undefined {
  const found = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(rest)
  if (found === null) return undefined
  const none = rest[0] === '*' || rest[0] === '?' || Number(found[1] ?? 1) === 0
  return { kind: none ? 'optional' : 'repeated', length: found[0].length }
}

import { endsInLetter, LONGEST_WORD } from '../../ascii.ts'

/**
 * The French stemmer of the Snowball project, after its published description, for folded words: suffixes are compared
 * without their accents, so that a query typed without them finds the same stems. Where only an accent tells a participle
 * (`imprimé`) from a plain ending, the last step takes the letter off in either case.
 */
export function stemFrench(word: string): string {
  if (word.length <= 2 || word.length > LONGEST_WORD || !endsInLetter(word)) return word
  const marked = markConsonants(word)
  const regions = { rv: verbRegion(marked), r1: regionAfter(marked, 0), r2: 0 }
  regions.r2 = regionAfter(marked, regions.r1)
  return undouble(tidied(dropEnding(marked, regions), marked, regions)).toLowerCase()
}

interface Regions {
  readonly rv: number
  readonly r1: number
  r2: number
}

const VOWEL = /[aeiouy]/

/** Vowels that sound like consonants are written large: `u` and `i` between vowels, `y` beside one, `u` after `q`. */
function markConsonants(word: string): string {
  return word
    .replace(/qu/g, 'qU')
    .replace(/(?<=[aeiouy])([ui])(?=[aeiouy])/g, (letter) => letter.toUpperCase())
    .replace(/(?<=[aeiou])y|y(?=[aeiou])/g, 'Y')
}

/** RV of the description: where verb endings may stand. */
function verbRegion(word: string): number {
  if (/^(?:[aeiouy]{2}|par|col|tap)/.test(word)) return Math.min(3, word.length)
  for (let i = 1; i < word.length; i++) if (VOWEL.test(word[i]!)) return i + 1
  return word.length
}

function regionAfter(word: string, from: number): number {
  for (let i = from + 1; i < word.length; i++) {
    if (VOWEL.test(word[i - 1]!) && !VOWEL.test(word[i]!)) return i + 1
  }
  return word.length
}

/** A suffix and what becomes of the word when it stands in its region; undefined leaves the word to the next step. */
interface SuffixRule {
  readonly suffix: RegExp
  readonly region: keyof Regions
  readonly replace: (stem: string, regions: Regions) => string | undefined
}

const gone = (stem: string): string => stem

const STANDARD: readonly SuffixRule[] = [
  { suffix: /(?:issements?)$/, region: 'r1', replace: (stem) => (/[^aeiouy]$/.test(stem) ? stem : undefined) },
  { suffix: /(?:ances?|iqUes?|ismes?|ables?|istes?|eux)$/, region: 'r2', replace: gone },
  { suffix: /(?:atrices?|ateurs?|ations?)$/, region: 'r2', replace: (stem, regions) => without(stem, /ic$/, regions, 'iqU') },
  { suffix: /logies?$/, region: 'r2', replace: (stem) => `${stem}log` },
  { suffix: /(?:us|ut)ions?$/, region: 'r2', replace: (stem) => `${stem}u` },
  { suffix: /ences?$/, region: 'r2', replace: (stem) => `${stem}ent` },
  { suffix: /ements?$/, region: 'rv', replace: afterEment },
  { suffix: /ites?$/, region: 'r2', replace: afterIte },
  { suffix: /(?:ifs?|ives?)$/, region: 'r2', replace: (stem, regions) => afterIf(stem, regions) },
  { suffix: /eaux$/, region: 'r1', replace: (stem) => `${stem}eau` },
  { suffix: /aux$/, region: 'r1', replace: (stem) => `${stem}al` },
  { suffix: /euses?$/, region: 'r1', replace: (stem, { r2 }) => (stem.length >= r2 ? stem : `${stem}eux`) },
]
/** Adverbs: what is left of them may end like a verb. */
const ADVERBS: readonly SuffixRule[] = [
  { suffix: /amment$/, region: 'rv', replace: (stem) => `${stem}ant` },
  { suffix: /emment$/, region: 'rv', replace: (stem) => `${stem}ent` },
  {
    suffix: /ments?$/,
    region: 'rv',
    replace: (stem, { rv }) => (stem.length > rv && VOWEL.test(stem.at(-1)!) ? stem : undefined),
  },
]

const VERB_I =
  /(?:issaIent|issantes|iraIent|issante|issants|issions|irions|issais|issait|issant|issent|issiez|issons|irais|irait|irent|iriez|irons|iront|isses|issez|imes|ites|irai|iras|irez|isse|ies|ira|ie|ir|is|it|i)$/
const VERB =
  /(?:eraIent|assions|erions|assent|assiez|erais|erait|erent|eriez|erons|eront|aIent|antes|asses|ames|ates|ante|ants|asse|erai|eras|erez|ees|era|iez|ais|ait|ant|ee|er|ez|at|ai|as|a)$/

/** Without its suffix or verb ending; the word as it was when it has none. */
function dropEnding(word: string, regions: Regions): string {
  const short = applied(STANDARD, word, regions)
  if (short !== undefined) return short
  const adverb = applied(ADVERBS, word, regions)
  return dropVerbEnding(adverb ?? word, regions)
}

function applied(rules: readonly SuffixRule[], word: string, regions: Regions): string | undefined {
  for (const { suffix, region, replace } of rules) {
    const at = word.search(suffix)
    if (at >= 0 && at >= regions[region]) return replace(word.slice(0, at), regions)
  }
  return undefined
}

function dropVerbEnding(word: string, { rv, r2 }: Regions): string {
  const i = endingIn(word, rv, VERB_I)
  if (i > rv && !VOWEL.test(word[i - 1]!)) return word.slice(0, i)
  if (word.endsWith('ions')) return word.length - 4 >= r2 ? word.slice(0, -4) : word
  const at = endingIn(word, rv, VERB)
  if (at < 0) return word
  const stem = word.slice(0, at)
  return word[at] === 'a' && stem.length > rv && stem.endsWith('e') ? stem.slice(0, -1) : stem
}

/** Where the ending begins in the region; -1 for nowhere. */
function endingIn(word: string, region: number, ending: RegExp): number {
  const at = word.slice(region).search(ending)
  return at < 0 ? -1 : region + at
}

/** The stem without a further suffix in R2; where that stands before R2, it becomes `other`. */
function without(stem: string, suffix: RegExp, { r2 }: Regions, other?: string): string {
  const at = stem.search(suffix)
  if (at < 0) return stem
  if (at >= r2) return stem.slice(0, at)
  return other === undefined ? stem : stem.slice(0, at) + other
}

function afterEment(stem: string, regions: Regions): string {
  if (/iv$/.test(stem)) return afterIf(stem.length - 2 >= regions.r2 ? stem.slice(0, -2) : stem, regions)
  if (/eus$/.test(stem)) return stem.length - 3 >= regions.r1 ? without(stem, /eus$/, regions, 'eux') : stem
  if (/(?:abl|iqU)$/.test(stem)) return without(stem, /(?:abl|iqU)$/, regions)
  return /[iI]er$/.test(stem) && stem.length - 3 >= regions.rv ? `${stem.slice(0, -3)}i` : stem
}

function afterIte(stem: string, regions: Regions): string {
  if (/abil$/.test(stem)) return without(stem, /abil$/, regions, 'abl')
  return /ic$/.test(stem) ? without(stem, /ic$/, regions, 'iqU') : without(stem, /iv$/, regions)
}

function afterIf(stem: string, regions: Regions): string {
  const short = without(stem, /at$/, regions)
  return short === stem ? stem : without(short, /ic$/, regions, 'iqU')
}

/** What is left to do: a `Y` that ends a shortened word is an `i`; one that was not shortened loses its plural and its last `e`. */
function tidied(short: string, word: string, { rv, r2 }: Regions): string {
  if (short !== word) return short.replace(/Y$/, 'i')
  const single = /[^aious]s$/.test(word) ? word.slice(0, -1) : word
  if (/[st]ion$/.test(single) && single.length - 3 >= Math.max(r2, rv + 1)) return single.slice(0, -3)
  const place = endingIn(single, rv, /(?:[iI]ere?|e)$/)
  if (place < 0) return single
  return single[place] === 'e' ? single.slice(0, place) : `${single.slice(0, place)}i`
}

function undouble(stem: string): string {
  return /(?:enn|onn|ett|ell|eill)$/.test(stem) ? stem.slice(0, -1) : stem
}

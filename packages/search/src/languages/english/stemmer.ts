import { endsInLetter, LONGEST_WORD } from '../../ascii.ts'

/**
 * The English stemmer of the Snowball project (Porter 2), after its published description. Takes a folded lower-case word.
 */
export function stemEnglish(word: string): string {
  if (word.length <= 2 || word.length > LONGEST_WORD || !endsInLetter(word)) return word
  const whole = WHOLE_WORDS.get(word)
  if (whole !== undefined) return whole
  const marked = markConsonantY(word)
  const r1 = firstRegion(marked)
  const regions = { r1, r2: regionAfter(marked, r1) }
  const singular = dropPlural(marked)
  if (INVARIANT.has(singular)) return singular.toLowerCase()
  const present = turnFinalY(dropPast(singular, regions))
  return dropFinalE(dropSuffix(shortenSuffix(present, regions), regions), regions).toLowerCase()
}

interface Regions {
  readonly r1: number
  readonly r2: number
}

const WHOLE_WORDS: ReadonlyMap<string, string> = new Map([
  ['skis', 'ski'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['idly', 'idl'],
  ['gently', 'gentl'],
  ['ugly', 'ugli'],
  ['early', 'earli'],
  ['only', 'onli'],
  ['singly', 'singl'],
  ...['sky', 'news', 'howe', 'atlas', 'cosmos', 'bias', 'andes'].map((word) => [word, word] as const),
])
const INVARIANT = new Set(['inning', 'outing', 'canning', 'herring', 'earring', 'proceed', 'exceed', 'succeed'])
const VOWEL = /[aeiouy]/
const SHORT_END = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$/
const DOUBLE = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/

/** Step 2: longest first, replaced when inside R1. */
const SHORTER: readonly (readonly [string, string])[] = [
  ['ization', 'ize'],
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['iveness', 'ive'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['entli', 'ent'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ousli', 'ous'],
  ['iviti', 'ive'],
  ['fulli', 'ful'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['abli', 'able'],
  ['izer', 'ize'],
  ['ator', 'ate'],
  ['alli', 'al'],
  ['bli', 'ble'],
  ['ogi', 'og'],
  ['li', ''],
]
/** Step 3. */
const SHORTER_STILL: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ative', ''],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
]
/** Step 4: dropped when inside R2. */
const DROPPED = [
  'ement',
  'ance',
  'ence',
  'able',
  'ible',
  'ment',
  'ant',
  'ent',
  'ism',
  'ate',
  'iti',
  'ous',
  'ive',
  'ize',
  'ion',
  'al',
  'er',
  'ic',
]

/** A y at the start or after a vowel is a consonant, written Y until the end. */
function markConsonantY(word: string): string {
  if (!word.includes('y')) return word
  return word.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y')
}

function firstRegion(word: string): number {
  const prefix = /^(?:gener|commun|arsen)/.exec(word)
  return prefix === null ? regionAfter(word, 0) : prefix[0].length
}

/** Where the part after the first non-vowel that follows a vowel begins. */
function regionAfter(word: string, from: number): number {
  for (let i = from + 1; i < word.length; i++) {
    if (VOWEL.test(word[i - 1]!) && !VOWEL.test(word[i]!)) return i + 1
  }
  return word.length
}

function dropPlural(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (word.endsWith('ied') || word.endsWith('ies')) return word.slice(0, word.length > 4 ? -2 : -1)
  if (word.endsWith('us') || word.endsWith('ss') || !word.endsWith('s')) return word
  return VOWEL.test(word.slice(0, -2)) ? word.slice(0, -1) : word
}

function dropPast(word: string, { r1 }: Regions): string {
  const eed = /(?:eedly|eed)$/.exec(word)
  if (eed !== null) return eed.index >= r1 ? `${word.slice(0, eed.index)}ee` : word
  const past = /(?:ingly|edly|ing|ed)$/.exec(word)
  if (past === null) return word
  const stem = word.slice(0, past.index)
  if (!VOWEL.test(stem)) return word
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`
  if (DOUBLE.test(stem)) return stem.slice(0, -1)
  return r1 >= stem.length && SHORT_END.test(stem) ? `${stem}e` : stem
}

function turnFinalY(word: string): string {
  return /.[^aeiouy][yY]$/.test(word) ? `${word.slice(0, -1)}i` : word
}

function shortenSuffix(word: string, regions: Regions): string {
  return replaceInR1(replaceInR1(word, { regions, table: SHORTER }), { regions, table: SHORTER_STILL })
}

function replaceInR1(word: string, rules: { readonly regions: Regions; readonly table: typeof SHORTER }): string {
  const found = rules.table.find(([suffix]) => word.endsWith(suffix))
  if (found === undefined) return word
  const [suffix, replacement] = found
  const at = word.length - suffix.length
  if (at < rules.regions.r1) return word
  if (suffix === 'li' && !/[cdeghkmnrt]li$/.test(word)) return word
  if (suffix === 'ogi' && !word.endsWith('logi')) return word
  if (suffix === 'ative' && at < rules.regions.r2) return word
  return word.slice(0, at) + replacement
}

function dropSuffix(word: string, { r2 }: Regions): string {
  const suffix = DROPPED.find((candidate) => word.endsWith(candidate))
  if (suffix === undefined) return word
  const at = word.length - suffix.length
  if (at < r2 || (suffix === 'ion' && !/[st]ion$/.test(word))) return word
  return word.slice(0, at)
}

function dropFinalE(word: string, { r1, r2 }: Regions): string {
  const at = word.length - 1
  if (word.endsWith('ll')) return at >= r2 ? word.slice(0, -1) : word
  if (!word.endsWith('e')) return word
  const keep = at < r2 && (at < r1 || SHORT_END.test(word.slice(0, -1)))
  return keep ? word : word.slice(0, -1)
}

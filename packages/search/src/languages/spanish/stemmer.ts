import { endsInLetter, LONGEST_WORD } from '../../ascii.ts'

/**
 * The Spanish stemmer of the Snowball project, after its published description, for folded words: suffixes are compared
 * without their accents, so that a query typed without them finds the same stems.
 */
export function stemSpanish(word: string): string {
  if (word.length <= 2 || word.length > LONGEST_WORD || !endsInLetter(word)) return word
  const regions = { rv: verbRegion(word), r1: regionAfter(word, 0), r2: 0 }
  regions.r2 = regionAfter(word, regions.r1)
  const bare = dropPronoun(word, regions)
  const short = dropStandardSuffix(bare, regions)
  return dropResidue(short === bare ? dropVerbSuffix(bare, regions) : short, regions)
}

interface Regions {
  readonly rv: number
  readonly r1: number
  r2: number
}

const VOWEL = /[aeiou]/
const PRONOUN = /(?:selas|selos|sela|selo|las|les|los|nos|me|se|la|le|lo)$/
const BEFORE_PRONOUN = /(?:iendo|ando|ar|er|ir)$/
const VERB_Y = /(?:yeron|yendo|yamos|yais|yan|yen|yas|yes|ya|ye|yo)$/
const VERB_E = /(?:emos|eis|en|es)$/

/** A suffix, the region it must lie in, what replaces it, and what else goes when it lies in R2 too (the first that does). */
interface SuffixRule {
  readonly suffix: RegExp
  readonly region: 'r1' | 'r2'
  readonly replacement: string
  readonly also?: readonly RegExp[]
}

const STANDARD: readonly SuffixRule[] = [
  { suffix: /(?:amientos?|imientos?|anzas?|ic[oa]s?|ismos?|[ai]bles?|istas?|os[oa]s?)$/, region: 'r2', replacement: '' },
  { suffix: /(?:ador(?:as|es|a)?|aciones|acion|antes?|ancias?)$/, region: 'r2', replacement: '', also: [/ic$/] },
  { suffix: /logias?$/, region: 'r2', replacement: 'log' },
  { suffix: /ucion(?:es)?$/, region: 'r2', replacement: 'u' },
  { suffix: /encias?$/, region: 'r2', replacement: 'ente' },
  { suffix: /amente$/, region: 'r1', replacement: '', also: [/ativ$/, /(?:iv|os|ic|ad)$/] },
  { suffix: /mente$/, region: 'r2', replacement: '', also: [/(?:ante|able|ible)$/] },
  { suffix: /idad(?:es)?$/, region: 'r2', replacement: '', also: [/(?:abil|ic|iv)$/] },
  { suffix: /iv[oa]s?$/, region: 'r2', replacement: '', also: [/at$/] },
]

const VERB =
  /(?:ariamos|eriamos|iriamos|ieramos|iesemos|abamos|aramos|asemos|ariais|eriais|iriais|aremos|eremos|iremos|ierais|ieseis|asteis|isteis|iamos|arian|arias|areis|erian|erias|ereis|irian|irias|ireis|ieran|iesen|ieron|iendo|ieras|ieses|abais|arais|aseis|aria|aran|aras|eria|eran|eras|iria|iran|iras|iera|iese|aste|iste|aban|asen|aron|ando|abas|adas|idas|ases|iais|ados|idos|amos|imos|ara|are|era|ere|ira|ire|aba|ada|ida|ase|ian|ado|ido|ias|ais|ia|ad|ed|id|an|io|ar|er|ir|as|is)$/

/** RV of the description: where verb endings may stand. */
function verbRegion(word: string): number {
  const vowel = (at: number) => VOWEL.test(word[at] ?? '')
  if (!vowel(1)) {
    for (let i = 2; i < word.length; i++) if (vowel(i)) return i + 1
    return word.length
  }
  if (!vowel(0)) return Math.min(3, word.length)
  for (let i = 2; i < word.length; i++) if (!vowel(i)) return i + 1
  return word.length
}

function regionAfter(word: string, from: number): number {
  for (let i = from + 1; i < word.length; i++) {
    if (VOWEL.test(word[i - 1]!) && !VOWEL.test(word[i]!)) return i + 1
  }
  return word.length
}

function dropPronoun(word: string, { rv }: Regions): string {
  const pronoun = PRONOUN.exec(word)
  if (pronoun === null || pronoun.index < rv) return word
  const verb = word.slice(0, pronoun.index)
  const ending = BEFORE_PRONOUN.exec(verb)
  if (ending !== null && ending.index >= rv) return verb
  return verb.endsWith('uyendo') && verb.length - 5 >= rv ? verb : word
}

function dropStandardSuffix(word: string, regions: Regions): string {
  for (const rule of STANDARD) {
    const found = rule.suffix.exec(word)
    if (found === null) continue
    if (found.index < regions[rule.region]) return word
    const stem = word.slice(0, found.index)
    const further = rule.also?.map((ending) => stem.search(ending)).find((at) => at >= regions.r2)
    return further === undefined ? stem + rule.replacement : stem.slice(0, further)
  }
  return word
}

function dropVerbSuffix(word: string, { rv }: Regions): string {
  const y = VERB_Y.exec(word)
  if (y !== null && y.index >= rv && word[y.index - 1] === 'u') return word.slice(0, y.index)
  const region = word.slice(rv)
  const [verb, e] = [region.search(VERB), region.search(VERB_E)]
  if (verb >= 0 && (e < 0 || verb < e)) return word.slice(0, rv + verb)
  if (e < 0) return word
  const stem = word.slice(0, rv + e)
  return stem.endsWith('gu') ? stem.slice(0, -1) : stem
}

function dropResidue(word: string, { rv }: Regions): string {
  const residue = /(?:os|a|o|e)$/.exec(word)
  if (residue === null || residue.index < rv) return word
  const stem = word.slice(0, residue.index)
  return residue[0] === 'e' && stem.endsWith('gu') && stem.length - 1 >= rv ? stem.slice(0, -1) : stem
}

import type { WordList } from './lexicon.ts'

/** Words that say something is inside what a rule grants; on the same terms they speak against an exception. */
export const inclusionWords: WordList = {
  ja: ['対象', '適用', '支払う', '支払います', '支払われます', '補償する', '補償します'],
  es: [
    'se aplica',
    'se aplican',
    'aplica',
    'cubre',
    'cubren',
    'cubierto',
    'cubierta',
    'cubiertos',
    'cubiertas',
    'se incluye',
    'incluido',
    'incluida',
    'se paga',
    'se pagan',
  ],
  en: [
    'applies',
    'apply',
    'applicable',
    'covered',
    'covers',
    'cover',
    'eligible',
    'included',
    'includes',
    'payable',
    'is paid',
    'are paid',
  ],
}

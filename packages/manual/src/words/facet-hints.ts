import type { WordList } from './lexicon.ts'

/** The kinds of question a manual answers; `unknown` when a query shows none of them. */
export const facetNames = ['definition', 'procedure', 'eligibility', 'exceptions', 'compare', 'unknown'] as const
export type Facet = (typeof facetNames)[number]
export type HintedFacet = Exclude<Facet, 'unknown'>

interface FacetHints {
  /** Words that show the facet in a query, a heading or a text. */
  readonly hints: WordList
  /** Question words: they show the facet in a query only, in running text they mean nothing. */
  readonly asked?: WordList
}

export const facetHints: Readonly<Record<HintedFacet, FacetHints>> = {
  definition: {
    hints: {
      ja: ['定義', 'とは', '意味', '概要', '基本'],
      es: ['definición', 'definiciones', 'significado', 'significa', 'se define', 'concepto', 'resumen'],
      en: ['definition', 'definitions', 'meaning', 'means', 'mean', 'defined', 'overview', 'basics'],
    },
    asked: { ja: ['って何'], es: ['qué es', 'qué son', 'en qué consiste'], en: ['what is', 'what are', 'define'] },
  },
  procedure: {
    hints: {
      ja: ['手順', 'フロー', '手続き', '手続', 'ステップ', '方法'],
      es: [
        'procedimiento',
        'procedimientos',
        'proceso',
        'paso',
        'pasos',
        'trámite',
        'trámites',
        'método',
        'instrucciones',
        'cómo se',
      ],
      en: ['procedure', 'procedures', 'step', 'steps', 'process', 'workflow', 'method', 'instructions', 'how to'],
    },
    asked: { ja: ['どうやって', 'どうすれば'], es: ['cómo'], en: ['how'] },
  },
  eligibility: {
    hints: {
      ja: ['条件', '要件', '対象', '可否', '適用'],
      es: [
        'elegibilidad',
        'condición',
        'condiciones',
        'requisito',
        'requisitos',
        'cobertura',
        'cubre',
        'cubierto',
        'cubierta',
        'se aplica',
        'derecho a',
      ],
      en: [
        'condition',
        'conditions',
        'requirement',
        'requirements',
        'eligible',
        'eligibility',
        'qualify',
        'qualifies',
        'covered',
        'coverage',
        'applies',
        'entitled',
      ],
    },
    asked: {
      ja: ['できますか', 'できるか', 'できる？'],
      es: ['puedo', 'se puede', 'quién puede', 'quiénes pueden', 'tengo derecho', 'obligatorio', 'necesario'],
      en: ['can', 'may i', 'am i', 'apply', 'required', 'allowed'],
    },
  },
  exceptions: {
    hints: {
      ja: ['例外', '対象外', '除外', '不適用', 'ただし', '但し'],
      es: [
        'excepción',
        'excepciones',
        'excepto',
        'salvo',
        'exclusión',
        'exclusiones',
        'excluido',
        'excluida',
        'excluidos',
        'excluidas',
        'no cubre',
        'no se aplica',
        'a menos que',
      ],
      en: [
        'exception',
        'exceptions',
        'except',
        'exclusion',
        'exclusions',
        'excluded',
        'not covered',
        'not eligible',
        'not apply',
        'unless',
        'however',
      ],
    },
  },
  compare: {
    hints: {
      ja: ['比較', '違い', '差分', '優先'],
      es: ['comparar', 'comparación', 'comparativa', 'diferencia', 'diferencias', 'frente a', 'prioridad'],
      en: ['compare', 'compared', 'comparison', 'difference', 'differences', 'versus', 'vs', 'priority', 'precedence'],
    },
    asked: { ja: ['どちら', 'どっち'], es: ['es mejor'], en: ['which is better', 'better than', 'better to'] },
  },
}

export const hintedFacets = Object.keys(facetHints) as readonly HintedFacet[] // the keys of a record of that very type

/** Longer words in which a hint only seems to stand: ことは holds とは, but asks for no definition. */
export const facetDecoys: WordList = { ja: ['ことは', 'もとは', 'あとは', 'とはいえ'], es: [], en: [] }

/** The same in questions only: what is named as a cause is not to be compared. */
export const askedDecoys: WordList = { ja: ['違いから', '違いにより'], es: [], en: [] }

/** Questions for a number. They hint at no facet, and stand in the way of hints inside of them: "how long" does not ask how. */
export const quantityWords: WordList = {
  ja: [
    '何日',
    '何時間',
    '何回',
    '何年',
    '何か月',
    '何ヶ月',
    '何人',
    '何名',
    '何件',
    '何個',
    '何文字',
    'いくら',
    'いつまで',
    'どのくらい',
    '何時まで',
  ],
  es: ['cuántos', 'cuántas', 'cuánto', 'cuánta', 'cada cuánto', 'hasta cuándo', 'qué plazo'],
  en: [
    'how many',
    'how much',
    'how long',
    'how often',
    'how old',
    'how large',
    'how far',
    'how soon',
    'how high',
    'how fast',
    'how big',
  ],
}

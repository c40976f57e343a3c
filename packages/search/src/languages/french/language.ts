import type { LatinLanguage } from '../language.ts'
import { manuals } from './manuals.ts'
import { statements } from './statements.ts'
import { stemFrench } from './stemmer.ts'
import { workspaces } from './workspaces.ts'

/** "Ne lavez pas", "ne jamais laver": an order not to do something. Statements have a subject first. */
const BAN = /^(?:ne (?:pas|jamais) |ne (?:le |la |les |vous )?(?=[a-z]+ez (?:pas|jamais)\b))/

const REWRITES: readonly (readonly [RegExp, string])[] = [
  // Elided words: l'assurance, n'est, qu'un.
  [/\b(jusqu|lorsqu|puisqu|qu|[cdjlmnst])'(?=[a-z])/g, '$1e '],
  // "Il est nécessaire", "il faut": nobody is meant.
  [
    /^il (?=(?:ne )?(?:faut|(?:est|sera)(?: pas)? (?:necessaire|obligatoire|interdit|possible|inutile|permis|autorise|indispensable)))/,
    '',
  ],
  // "Ne … que" is only, "ne … plus" denies; a verb or two stand between.
  [/\bne (\S+(?: \S+)?) que\b/g, 'seulement $1'],
  [/\bne (\S+(?: \S+)?) (?:plus(?! de\b)|guere)\b/g, 'ne $1 pas'],
  [/\b(?:tous|toutes) les (?=\S+ )/g, 'chaque '],
  // 9 h 30, 9h: a time of day where a preposition says so.
  [/\b(\d{1,2}) ?h ?(\d\d)\b/g, '$1:$2'],
  [/\b(a|avant|apres|entre|et|jusque a|de) (\d{1,2}) ?h(?:eures?)?\b/g, '$1 $2:00'],
  // 1 500 is one number.
  [/(\d) (?=\d{3}\b)/g, '$1'],
]

export const french: LatinLanguage<'fr'> = {
  code: 'fr',
  grammar: `
a afin ai ainsi alors apres as au aucun aucune aussi autre autres aux avaient avait avant avec avez avoir avons c car ce ceci cela celle
celles celui ces cet cette ceux chaque chez ci combien comme comment contre d dans de depuis des deux doit donc dont du elle elles en encore
entre es est et etaient etait etant ete etes etre eu eux faut il ils j je jusqu l la laquelle le lequel les lesquels leur leurs lors
lorsqu lorsque lui m ma mais me meme memes mes moi moins mon n ne ni nos notre nous on ont ou par parce parmi pas peut peuvent peu plus
plusieurs pour pourquoi puis puisque qu quand que quel quelle quelles quels quelque quelques qui quoi sa sans se sera seront ses si sinon
soit sommes son sont sous soyez suis sur ta tandis te tel telle tels tes toi ton tous tout toute toutes tres tu un une vers vos votre
vous y`,
  meaningful: 'aucun aucune moins ne ni pas plus sans',
  asking: `
annee annees appelle appelee appelees appele appelle combien date definition designe exemple exemples genre genres mot mots nom nomme
nommee noms nombre nombres pourcentage quantite signifie sens sorte sortes terme termes type types`,
  questions: {
    opens:
      'qui|que|quoi|quel(?:le)?s?|quand|o[uù]|pourquoi|comment|combien|est-ce que?|faut-il|peut-on|doit-on|à quel(?:le)?|dans quel(?:le)?s?|de quel(?:le)?s?|en combien de',
    date: '\\b(?:quand|quel(?:le)? (?:annee|date|jour|mois|siecle|heure))\\b',
    number: '\\b(?:combien|quel(?:le)? (?:pourcentage|quantite|nombre|part|duree|montant|delai))\\b',
    dates: '\\b(?:janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|siecle)\\b',
    numbers: '\\b(?:deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|cent|mille|million|moitie)\\b',
  },
  // Not measured on a set of questions of its own: the curve of Spanish, whose questions say about as much.
  confidence: { middle: 0.45, steepness: 11, doubt: 0.8 },
  documentWords: `guide manuel questions question reponses reponse faq regle regles reglement politique conditions condition notes note
    apercu introduction generales generale generalites informations information details detail resume page document documentation
    reference section chapitre manuel regl politiqu condit gener inform resum chapitr introduct`,
  stem: stemFrench,
  telling: 'doivent faire fait signifie',
  endings: /(?:tions?|aisons?|ments?|eurs?|eux|eaux?|ez|ent|et|oir|(?<!ment)e|es)$/,
  abbreviations:
    'm mm mme mmes mlle dr pr st ste fig art chap p pp vol ed env etc cf ex no num av bd tel janv fevr avr juil sept oct nov dec',
  neverLast: 'cf ex env',
  statements: {
    words: statements,
    isQuestion: (text) => text.endsWith('?'),
    bannedIn: (text) => (BAN.test(text) ? text.replace(BAN, '').replace(/^(\S+) (?:pas|jamais) /, '$1 ') : undefined),
    rewrite: (text) => REWRITES.reduce((rewritten, [from, to]) => rewritten.replace(from, to), text),
  },
  manuals,
  workspaces,
}

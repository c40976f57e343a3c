import type { LatinLanguage } from '../language.ts'
import { manuals } from './manuals.ts'
import { statements } from './statements.ts'
import { stemSpanish } from './stemmer.ts'
import { workspaces } from './workspaces.ts'

/** "No lave", "nunca utilice": an order not to do something. Statements have their verb in another form ("no se lava"). */
const BAN =
  /^(?:no|nunca|jamas) (?:(?:lo|la|los|las|se) )?(?!es\b|esta|se\b|hay\b|ha\b|son\b|tiene|pued|deb|hace\b|procede|existe)[a-z]+[ae]n?\b(?: nunca)?/

/** Denies nothing: it does not cease to be so. */
const DOUBLE = /\bno dejan? de\b/g

export const spanish: LatinLanguage<'es'> = {
  code: 'es',
  grammar: `
a al algo algun alguna algunas alguno algunos ante antes aquel aquella aquellas aquello aquellos aqui asi aun aunque bajo
bien cada como con contra cual cuales cualquier cuan cuando cuanta cuantas cuanto cuantos cuya cuyo de del desde donde dos e
el ella ellas ello ellos en entre era eran eres es esa esas ese eso esos esta estaba estaban estado estan estar estas este
esto estos estoy fue fueron fui ha haber habia habian han has hasta hay he hubo la las le les lo los mas me mi mis mucho
muchos muy nada ni no nos nosotros nuestra nuestro o os otra otras otro otros para pero poco por porque que quien quienes se
sea sean ser si sido siendo sin sobre son soy su sus suyo tal tambien tan tanto te tener tiene tienen toda todas todo todos
tu tus un una unas uno unos vosotros y ya yo`,
  meaningful: 'estado nada ni no sin',
  asking: `
ano anos cantidad clase clases conoce conocido conocida denomina ejemplo ejemplos fecha llama llamaba llamada llamado llaman
nombre nombres numero numeros palabra porcentaje refiere significa significado sucede sucedio termino terminos tipo tipos`,
  questions: {
    opens: 'qui[eé]n(?:es)?|qu[eé]|cu[aá]l(?:es)?|cu[aá]ndo|cu[aá]nt[oa]s?|d[oó]nde|c[oó]mo|por qu[eé]|a qu[eé]|en qu[eé]',
    date: '\\b(?:cuando|que (?:ano|fecha|dia|mes|siglo))\\b',
    number: '\\b(?:cuant[oa]s?|que (?:porcentaje|cantidad|numero|parte))\\b',
    dates: '\\b(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|siglo)\\b',
    numbers: '\\b(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|cien|mil|mitad)\\b',
  },
  confidence: { middle: 0.45, steepness: 11, doubt: 0.8 },
  documentWords: `guia manual preguntas norma normas reglamento condiciones informacion resumen general documento apartado introduccion
    frecuentes pregunt norm reglament condicion resum document apart frecuent`,
  stem: stemSpanish,
  marks: '¿¡',
  telling: 'debe deben puede pueden hace hacen tres',
  endings: /(?:cion|ciones|dad|dades|mente|[ao]s?)$/,
  abbreviations: `sr sra srta dr dra lic ing ud uds vs etc fig no num art cap pag pags vol ed ej ee uu av gen col mar`,
  neverLast: 'ej vs cf',
  statements: {
    words: statements,
    isQuestion: (text) => text.endsWith('?') || text.startsWith('¿'),
    bannedIn: (text) => (BAN.test(text) ? text.replace(/^\S+ /, '') : undefined),
    rewrite: (text) => text.replace(DOUBLE, ''),
  },
  manuals,
  workspaces,
}

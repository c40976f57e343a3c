/** Words that say nothing about a topic, folded. Question words are here too: a question is about what it asks, not how. */
const ENGLISH = `
a about above after again against all also am an and any are as at be because been before being below between both but by
can could did do does doing done down during each few for from further had has have having he her here hers herself him
himself his how i if in into is it its itself just me more most my myself no nor not now of off on once only or other our
ours ourselves out over own s same she should so some such t than that the their theirs them themselves then there these
they this those through to too under until up very was we were what when where which while who whom whose why will with
would you your yours yourself yourselves`

const SPANISH = `
a al algo algun alguna algunas alguno algunos ante antes aquel aquella aquellas aquello aquellos aqui asi aun aunque bajo
bien cada como con contra cual cuales cualquier cuan cuando cuanta cuantas cuanto cuantos cuya cuyo de del desde donde dos e
el ella ellas ello ellos en entre era eran eres es esa esas ese eso esos esta estaba estaban estado estan estar estas este
esto estos estoy fue fueron fui ha haber habia habian han has hasta hay he hubo la las le les lo los mas me mi mis mucho
muchos muy nada ni no nos nosotros nuestra nuestro o os otra otras otro otros para pero poco por porque que quien quienes se
sea sean ser si sido siendo sin sobre son soy su sus suyo tal tambien tan tanto te tener tiene tienen toda todas todo todos
tu tus un una unas uno unos vosotros y ya yo`

/** Grammar that the segmenter gives as words of two letters or more; single hiragana are dropped anyway. */
const JAPANESE = `
ある あり あっ いう いく いる いっ うち おり おける および から かつ くだ くる けど ここ こと この これ こう ください こちら
さい さらに され しか しかし した して しまう する すれ せる せず そう そこ その それ そして ため たい たち たら だけ だっ
たり つい つき てい てる です でき できる でし では でも という といった とき ところ として とも どう どこ どの どれ どちら
など ない なお なっ なら なり なる において により による によって について に関する のみ ので のに はず ばかり ひと ほか
ほど また まし ます ません まで まま みる もの もし もう もっと やり よう ように より よって よる られ られる れる わけ
なに なん いつ だれ なぜ 何 誰 何時`

/** Grammar that can carry the meaning of a question all the same: negations, and words that are also nouns or verbs. They are words like any other, and count by how rare they are. */
const MEANINGFUL = new Set('can no nor not will estado nada ni sin こと ない ません'.split(' '))

/** All grammar: what tells one language from another. */
export const ENGLISH_GRAMMAR: ReadonlySet<string> = new Set(ENGLISH.trim().split(/\s+/))
export const SPANISH_GRAMMAR: ReadonlySet<string> = new Set(SPANISH.trim().split(/\s+/))

/** Grammar that is no word of an index or a query. */
export const ENGLISH_STOP_WORDS: ReadonlySet<string> = ENGLISH_GRAMMAR.difference(MEANINGFUL)
export const SPANISH_STOP_WORDS: ReadonlySet<string> = SPANISH_GRAMMAR.difference(MEANINGFUL)
export const JAPANESE_STOP_WORDS: ReadonlySet<string> = new Set(JAPANESE.trim().split(/\s+/)).difference(MEANINGFUL)

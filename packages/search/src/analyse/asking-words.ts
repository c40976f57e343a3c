/**
 * Words by which a question says what kind of answer it wants ("what is the name of …", 何と呼ばれるか). They are words, and may be
 * what somebody looks for; but the sentence that answers seldom says them. Folded, as they are written.
 */
const ENGLISH = `
answer amount call called date define describe describes example examples happen happened happens kind kinds known many
mean meaning means much name named names number percent percentage refer referred refers sort sorts term terms type types
word words year years`

const SPANISH = `
ano anos cantidad clase clases conoce conocido conocida denomina ejemplo ejemplos fecha llama llamaba llamada llamado llaman
nombre nombres numero numeros palabra porcentaje refiere significa significado sucede sucedio termino terminos tipo tipos`

const JAPANESE = `
いくつ いくら いわ いわれ なさい なんて どんな どのような 何年 何人 何度 何回 何歳 何個 名前 名称 呼び 呼ぶ 呼ば 呼ばれ 呼ばれる 呼び名
答え 答えよ 言い 言う 言わ 言われ 意味 数 種類 読み 割合 理由 表す`

export const ASKING_WORDS: ReadonlySet<string> = new Set(`${ENGLISH}${SPANISH}${JAPANESE}`.trim().split(/\s+/))

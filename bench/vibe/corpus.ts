import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a generated corpus is like: the same seed gives the same bytes. */
export interface CorpusOptions {
  readonly documents: number
  readonly bytes: number
  readonly seed?: number
}

export interface Corpus {
  readonly files: number
  readonly bytes: number
  /** Words and phrases of the corpus, for queries. */
  readonly queries: readonly string[]
}

/** Writes a workspace of Japanese, Spanish and English projects, its words as unevenly spread as in real notes. */
export function writeCorpus(root: string, { documents, bytes, seed = 1 }: CorpusOptions): Corpus {
  const random = createRandom(seed)
  const target = bytes / documents
  let written = 0
  for (let at = 0; at < documents; at++) {
    const language = LANGUAGES[at % LANGUAGES.length]!
    const folder = FOLDERS[Math.floor(random() * FOLDERS.length)]!
    const path = join(root, `${language.project}-${at % 7}`, folder, `${String(at).padStart(4, '0')}-note.md`)
    const text = renderDocument(language, { random, folder, bytes: target * (0.25 + 1.15 * random()) })
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    written += Buffer.byteLength(text)
  }
  return { files: documents, bytes: written, queries: LANGUAGES.flatMap((language) => queriesOf(language, random)) }
}

type Random = () => number

interface Language {
  readonly project: string
  /** The most frequent first. */
  readonly words: readonly string[]
  readonly join: string
  readonly stop: string
  readonly headings: readonly string[]
}

const FOLDERS = [
  'tasks',
  'tasks',
  'tasks',
  'plans',
  'sessions',
  'sessions',
  'reports',
  'changelog',
  'references',
  'references',
  'scratch',
]
const STATUSES = ['pending', 'in-progress', 'done', 'done', 'blocked']

const ENGLISH = `search index workspace document server client session task plan report release deploy build failure retry queue
  network storage database schema migration backup restore latency budget metric alert dashboard customer invoice payment refund
  contract review meeting decision owner deadline estimate design prototype interface keyboard mobile browser cache header request
  response timeout error warning message translation language analysis token stem phrase prefix ranking score weight filter folder
  file path link permission account password login policy audit history version branch merge conflict commit test coverage fixture
  parser lexer grammar compiler runtime memory thread process signal socket protocol transport stream buffer encoding unicode
  improve measure compare reduce increase remove rename replace describe explain document verify confirm publish schedule cancel
  quickly slowly carefully usually rarely before after during without against between across around under above within until since`
const SPANISH = `búsqueda índice proyecto documento servidor cliente sesión tarea plan informe versión despliegue compilación fallo
  reintento cola red almacenamiento base esquema migración copia restauración latencia presupuesto métrica alerta panel factura
  pago devolución contrato revisión reunión decisión responsable plazo estimación diseño prototipo interfaz teclado móvil navegador
  caché cabecera petición respuesta espera error aviso mensaje traducción idioma análisis término raíz frase prefijo clasificación
  puntuación peso filtro carpeta archivo ruta enlace permiso cuenta contraseña acceso política auditoría historial rama conflicto
  prueba cobertura analizador gramática memoria hilo proceso señal protocolo transporte flujo codificación canción jardín árbol
  mejorar medir comparar reducir aumentar quitar renombrar reemplazar describir explicar verificar confirmar publicar cancelar
  rápidamente despacio siempre nunca antes después durante sin contra entre bajo sobre hasta desde también todavía mientras`
const JAPANESE = `検索 索引 作業場所 文書 サーバー 利用者 会議 課題 計画 報告書 公開 配備 構築 失敗 再試行 待ち行列 通信 保存先 データベース
  設計図 移行 控え 復元 遅延 予算 指標 警告 一覧画面 顧客 請求書 支払い 返金 契約 確認 決定 担当者 期限 見積もり 試作品 画面 入力 携帯電話
  閲覧 一時保存 見出し 要求 応答 時間切れ 誤り 通知 翻訳 言語 解析 単語 語幹 語句 接頭辞 順位付け 点数 重み 絞り込み フォルダー ファイル 経路
  権限 口座 暗証番号 方針 監査 履歴 版 枝 衝突 試験 網羅率 構文 文法 記憶域 並行処理 信号 規約 転送 符号化 倉庫 在庫 焙煎 同期 重複 棚卸し
  を改善する を測定する を比較する を減らす を増やす を取り除く を置き換える を説明する を確かめる を取り消す すぐに 慎重に 今週 来週 毎日 その後`

const LANGUAGES: readonly Language[] = [
  {
    project: 'english',
    words: [...'the of and to in a is that for on'.split(' '), ...ENGLISH.split(/\s+/), ...invent('bdfglmnprst', 'aeiou', 6000)],
    join: ' ',
    stop: '. ',
    headings: ['Objective', 'Steps', 'Notes', 'Decisions', 'Next steps'],
  },
  {
    project: 'espanol',
    words: [...'de la que el en y los se del por'.split(' '), ...SPANISH.split(/\s+/), ...invent('bcdlmnprstv', 'aáeéioó', 6000)],
    join: ' ',
    stop: '. ',
    headings: ['Objetivo', 'Pasos', 'Notas', 'Decisiones', 'Próximos pasos'],
  },
  {
    project: 'nihongo',
    words: [
      ...'は が に で と も から まで など こと'.split(' '),
      ...JAPANESE.split(/\s+/),
      ...invent('カキクサシスタテトナノハヒマミヤラリロワ', 'ンーッルスト', 6000),
    ],
    join: 'の',
    stop: '。',
    headings: ['目的', '手順', '備考', '決定', '次の一歩'],
  },
]

/** Words that nobody knows but that look the part: the long tail of names in every collection of notes. */
function invent(first: string, second: string, count: number): readonly string[] {
  const [heads, tails] = [Array.from(first), Array.from(second)]
  const syllables = heads.flatMap((head) => tails.map((tail) => head + tail))
  return Array.from({ length: count }, (_, at) => {
    const [one, two, three] = [at, Math.floor(at / 7), Math.floor(at / 61)].map((part) => syllables[part % syllables.length]!)
    return `${one}${two}${three}`
  })
}

function renderDocument(
  language: Language,
  { random, folder, bytes }: { readonly random: Random; readonly folder: string; readonly bytes: number },
): string {
  const status = folder === 'tasks' ? `\nStatus: ${STATUSES[Math.floor(random() * STATUSES.length)]}\n` : ''
  const parts = [`# ${sentence(language, random, 4)}\n${status}`]
  let size = 0
  for (let at = 0; size < bytes; at++) {
    const heading = `## ${language.headings[at % language.headings.length]}`
    const paragraphs = Array.from({ length: 2 + Math.floor(random() * 3) }, () => paragraph(language, random))
    const part = [heading, ...paragraphs, `- [ ] ${sentence(language, random, 6)}`].join('\n\n')
    parts.push(part)
    size += Buffer.byteLength(part)
  }
  return `${parts.join('\n\n')}\n`
}

function paragraph(language: Language, random: Random): string {
  return Array.from({ length: 3 + Math.floor(random() * 4) }, () =>
    sentence(language, random, 6 + Math.floor(random() * 8)),
  ).join(language.stop)
}

/** Now and then a name or number of its own, so that there is a long tail as well. */
function sentence({ words, join: glue }: Language, random: Random, length: number): string {
  return Array.from({ length }, () =>
    random() < 0.06 ? `${pick(words, random)}${Math.floor(random() * 4000)}` : pick(words, random),
  ).join(glue)
}

/** By Zipf's law: the word of rank r turns up 1/r as often as the first. */
function pick(words: readonly string[], random: Random): string {
  return words[Math.floor(Math.exp(random() * Math.log(words.length)))]!
}

/** What people look for: seldom grammar, often something in particular. */
function pickQuery(words: readonly string[], random: Random): string {
  return words[10 + Math.floor((words.length - 10) * random() ** 4)]!
}

function queriesOf({ words, join: glue }: Language, random: Random): readonly string[] {
  return Array.from({ length: 100 }, (_, at) => {
    const length = 1 + (at % 3)
    const some = Array.from({ length }, () => pickQuery(words, random))
    if (at % 10 === 9) return `"${some.join(glue)}"`
    return some.join(' ')
  })
}

/** mulberry32: small, quick, the same everywhere. */
function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What a busy month leaves in a workspace: many cards with long titles in three languages, several boards and projects, long notes. */
export function enrich(workspace: string): void {
  cards(workspace)
  secondBoard(workspace)
  projects(workspace)
  notes(workspace)
  manuals(workspace)
}

export const LONG_NOTE = 'reference/inventario-completo-de-recambios-y-proveedores.md'
export const RICH_NOTE = 'reference/焙煎機の点検と記録のつけ方.md'
/** Waits for two others, is part of one, holds up one, and has a long journal. */
export const BUSY_CARD = richId(3)

const HOUR_MS = 3_600_000
const TITLES = [
  '焙煎所の排気ダクトを年に二回清掃する手順を決め、当番表と点検表を入口の掲示板に貼り出す',
  'Revisar con el proveedor de Huelva las condiciones de devolución de las máquinas de demostración antes de la feria de diciembre',
  'Offer a loan machine whenever a repair takes longer than ten working days',
  '水害で濡れた基板を乾かすときの温度と時間を、修理手順書の第三章に書き足す',
  'Contactar con los veinte clientes que pidieron el kit de sonda y no han contestado',
  'Replace the grinder burrs in the shop',
  '出張修理の予約を電話だけでなく、店の画面からも受けられるようにする',
  'Supercalifragilisticoexpialidoso-sin-espacios-en-el-título-de-la-tarjeta-y-además-muy-larga',
  'Preparar las etiquetas trilingües de la mezcla de invierno',
  'Write down what the night shift does when the roaster stops with an open drum, step by step, with pictures',
  '棚卸しの差を毎月五日までに報告する',
  'Traducir al japonés las instrucciones de descalcificación',
]
const LANES = ['roastery', 'web', '出張修理', 'atención al cliente', '']
const PEOPLE = ['ruth', 'ines', '早川澪', 'marc', 'oba']
const LABELS = ['winter', 'print', 'seguridad', '水害', 'client', 'beta']

function richId(at: number): string {
  return `01M9${String(at).padStart(22, '0')}`
}

function put(workspace: string, path: string, text: string, hoursAgo = 0): void {
  const file = join(workspace, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  const touched = new Date(Date.now() - hoursAgo * HOUR_MS)
  utimesSync(file, touched, touched)
}

function cards(workspace: string): void {
  const columns = [...Array<string>(40).fill('backlog'), ...Array<string>(7).fill('doing'), ...Array<string>(5).fill('review')]
  for (const [at, column] of columns.entries())
    put(workspace, `.kanban/${column}/${richId(at)}__rich-${at}.md`, cardText(at), at * (at + 3))
  for (let at = 60; at < 75; at++)
    put(workspace, `.kanban/done/2026/${at < 68 ? '10' : '09'}/${richId(at)}__rich-${at}.md`, cardText(at))
  const journal = Array.from({ length: 24 }, (_, at) => ({
    ts: new Date(Date.now() - at * 7 * HOUR_MS).toISOString(),
    type: ['worklog', 'decision', 'resume'][at % 3],
    text: [
      '乾燥は60度で二時間。**それより高くすると樹脂が反る。** 記録は `log/drying.csv` に残す。',
      'Acordado con taller: no se enciende una placa mojada *en ningún caso*, ni para probar.',
      'Next: measure the humidity of the cabinet before and after.\n\n1. weigh the silica bags\n2. note it here',
    ][at % 3],
    author: PEOPLE[at % PEOPLE.length],
  }))
  put(
    workspace,
    `.kanban/notes/${BUSY_CARD}.ndjson`,
    journal
      .toReversed()
      .map((entry) => `${JSON.stringify(entry)}\n`)
      .join(''),
  )
}

/** What one card is to others, as its front matter says it. */
const RELATED: ReadonlyMap<number, readonly string[]> = new Map([
  [3, [`depends_on: [${richId(41)}, ${richId(44)}]`, `parent: ${richId(0)}`, `relates: [${richId(8)}]`]],
  [12, [`depends_on: [${richId(3)}]`]],
  [5, [`parent: ${richId(3)}`]],
  [6, [`parent: ${richId(3)}`]],
])

function cardText(at: number): string {
  const lane = LANES[at % LANES.length]!
  const front = [
    `id: ${richId(at)}`,
    `title: ${JSON.stringify(TITLES[at % TITLES.length]! + (at < TITLES.length ? '' : ` (${at})`))}`,
    ...(lane === '' ? [] : [`lane: ${JSON.stringify(lane)}`]),
    ...(at % 4 === 3 ? [`priority: P${at % 3}`] : []),
    ...(at % 3 === 0 ? [`labels: [${LABELS[at % 6]}, ${LABELS[(at + 1) % 6]}, ${LABELS[(at + 2) % 6]}]`] : []),
    ...(at % 2 === 0 ? [`assignees: [${PEOPLE[at % 5]}${at % 10 === 0 ? `, ${PEOPLE[(at + 1) % 5]}` : ''}]`] : []),
    ...(at % 9 === 3 ? ['blockers: [部品の入荷待ち（十二月上旬の予定）]'] : []),
    ...(RELATED.get(at) ?? []),
    ...(at === 3
      ? [
          'description: 濡れた基板をそのまま通電しないための手順。',
          'next_steps: [温度計を借りる, 乾燥庫の湿度を測る, 第三章に書く]',
        ]
      : []),
  ]
  return `---\n${front.join('\n')}\n---\n\n${at === 3 ? BODY : 'One paragraph of what is to be done.\n'}`
}

const BODY = `## 背景

九月の水害で、基板が濡れた機械が**十一台**持ち込まれた。乾かし方が人によって違う。

| 方法 | 温度 | 時間 | 結果 |
|:--|--:|--:|:--|
| 自然乾燥 | 25 °C | 48 h | 2 / 4 台が復旧 |
| 乾燥庫 | 60 °C | 2 h | 5 / 6 台が復旧 |
| ドライヤー | — | — | 使わない |

- [x] 温度の上限を部品表で確かめる
- [ ] 乾燥庫の湿度を測る
- [ ] 手順書の第三章に書く

\`\`\`sh
shoko drying --cabinet 2 --temperature 60 --hours 2 --note "placa de la señora Ortega, se oye un zumbido"
\`\`\`

> No se enciende una placa mojada, ni para probar.
`

function secondBoard(workspace: string): void {
  put(
    workspace,
    'talleres/reparaciones-a-domicilio/.kanban/columns.toml',
    '[[columns]]\nkey = "backlog"\ntitle = "Pendiente"\n\n[[columns]]\nkey = "done"\ntitle = "Hecho"\n',
  )
  put(
    workspace,
    `talleres/reparaciones-a-domicilio/.kanban/backlog/${richId(90)}__rich.md`,
    `---\nid: ${richId(90)}\ntitle: Llamar a la señora Ortega\n---\n\n`,
  )
}

function projects(workspace: string): void {
  const statuses = ['pending', 'in-progress', 'blocked', 'done']
  for (const [at, name] of ['almacén-central', 'leer-web-2027', '点検記録の電子化', 'an-empty-one'].entries()) {
    if (name === 'an-empty-one') {
      put(workspace, `vibe/${name}/status.md`, '# an-empty-one\n')
      continue
    }
    for (let task = 1; task <= 9 + at * 4; task++)
      put(
        workspace,
        `vibe/${name}/tasks/${String(task).padStart(3, '0')}-task.md`,
        `# Task: ${TITLES[(task + at) % TITLES.length]}\n\nStatus: ${statuses[(task * 3 + at) % 4]}\n\n## Objective\n${TITLES[(task + 5) % TITLES.length]}.\n`,
      )
    if (at < 2) put(workspace, `vibe/${name}/plans/execution-plan.md`, `# Plan\n\n${BODY}\n${BODY}`)
    for (let day = 1; day < 14; day++)
      put(
        workspace,
        `vibe/${name}/sessions/2026-10-${String(day).padStart(2, '0')}-revisión-semanal-del-almacén.md`,
        `# Session\n\n${TITLES[day % 12]}\n`,
      )
  }
}

function notes(workspace: string): void {
  put(
    workspace,
    `vault/${RICH_NOTE}`,
    `---\ntags: [点検, 焙煎]\naliases: ["roaster check"]\n---\n# 焙煎機の点検と記録のつけ方\n\n[水の話](../reading/water-for-coffee.md)と[[glossary]]も見ること。[ない話](no-such.md)、[外](https://example.com/)。\n\n${BODY}\n### 流れ\n\n\`\`\`mermaid\ngraph TD\n  A[濡れた基板] --> B{通電した?}\n  B -- いいえ --> C[乾燥庫 60 °C]\n  B -- はい --> D[交換]\n\`\`\`\n\n1. 一つめ\n   1. 中の一つめ\n   2. 中の二つめ\n2. 二つめ\n\n| a | b | c | d | e | f | g | h | i | j | k | l |\n|--|--|--|--|--|--|--|--|--|--|--|--|\n| ${Array(12).fill('una celda bastante ancha').join(' | ')} |\n\n![外の絵](https://example.com/a.png)\n\n---\n\nUnaPalabraMuyLargaSinEspacios${'abcdefghij'.repeat(12)}\n`,
    2,
  )
  const rows = Array.from(
    { length: 900 },
    (_, at) => `## ${at + 1}. ${TITLES[at % 12]}\n\n${TITLES[(at + 3) % 12]}. ${TITLES[(at + 7) % 12]}.\n`,
  )
  put(workspace, `vault/${LONG_NOTE}`, `# Inventario completo\n\n${rows.join('\n')}`, 30)
  for (let at = 0; at < 40; at++)
    put(
      workspace,
      `vault/${['会議', 'clientes', 'ideas'][at % 3]}/rich-${at}.md`,
      `# ${TITLES[at % 12]}\n\n[[焙煎機の点検と記録のつけ方]] ${TITLES[(at + 4) % 12]}\n`,
      at * 5,
    )
}

function manuals(workspace: string): void {
  for (const [manual, days] of [
    ['hire-terms', '30'],
    ['shop-guide', '14'],
  ] as const)
    put(workspace, `manuals/${manual}/hire.md`, `# Grinder hire\n\nA hired grinder is returned within ${days} days.\n`)
}

import { createHash } from 'node:crypto'
import { oneLine, withVisibleControls } from '@shoko/contract'
import type { CardView, ColumnView } from './board-view.ts'

export interface HtmlBoard {
  readonly name: string
  readonly at: string
  readonly columns: readonly HtmlColumn[]
}

export interface HtmlColumn extends Omit<ColumnView, 'cards'> {
  readonly cards: readonly HtmlCard[]
}

export interface HtmlCard extends CardView {
  readonly body: string
}

const MOST_BODY_CHARS = 100_000

const STYLE = `
:root{color-scheme:light dark;--paper:light-dark(#f6f4ee,#181715);--surface:light-dark(#fffefb,#211f1c);--ink:light-dark(#23211d,#e9e5db);--soft:light-dark(#625d53,#aaa396);--line:light-dark(#dfd9cc,#37332d);--seal:light-dark(#b1301b,#ff8b72)}
*{box-sizing:border-box}
body{margin:0;padding:1rem 1.2rem;font:15px/1.45 system-ui,"Hiragino Sans","Noto Sans JP",sans-serif;color:var(--ink);background:var(--paper)}
header{display:flex;flex-wrap:wrap;align-items:baseline;gap:.2rem 1rem;margin-block-end:1rem}
h1{margin:0;font:600 1.4rem/1.2 ui-serif,Georgia,"Yu Mincho",serif}
p{margin:0}
header p,.count,.facts,.rest{color:var(--soft);font-size:.8rem}
main{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(15rem,1fr);gap:1rem;overflow-x:auto;align-items:start}
h2{display:flex;justify-content:space-between;gap:1rem;margin:0 0 .5rem;padding-block-end:.3rem;font-size:.9rem;border-block-end:2px solid currentColor}
.over,.over .count{color:var(--seal)}
ol{margin:0;padding:0;list-style:none}
li{margin-block-end:.4rem;background:var(--surface);border:1px solid var(--line);border-radius:5px;content-visibility:auto;contain-intrinsic-size:auto 4rem}
summary{padding:.45rem .6rem;cursor:pointer;overflow-wrap:anywhere;list-style-position:outside}
.title{unicode-bidi:isolate}
.facts{display:flex;flex-wrap:wrap;gap:0 .6rem;margin-block-start:.2rem}
.blocked,.p0{color:var(--seal)}
pre{margin:0;padding:.5rem .6rem;font:.85rem/1.5 ui-monospace,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere;border-block-start:1px solid var(--line)}
@media (max-width:700px){main{grid-auto-flow:row}}
`

/** Nothing may run, nothing may be fetched: all that the file needs is this one style. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`

/** A board as one file to mail. It has no script; a card's text unfolds by the browser's own means. */
export function boardHtml({ name, at, columns }: HtmlBoard): string {
  const open = columns.map(columnHtml).join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${line(name)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1 dir="auto">${line(name)}</h1><p>As of <time datetime="${line(at)}">${line(at.slice(0, 16).replace('T', ' '))} UTC</time></p></header>
<main>
${open}
</main>
</body>
</html>
`
}

function columnHtml({ title, count, limit, cards }: HtmlColumn): string {
  const isOver = limit !== undefined && count > limit
  const held = limit === undefined ? `${count}` : `${count} of ${limit}`
  const rest = count - cards.length
  return [
    `<section><h2${isOver ? ' class="over"' : ''}><span dir="auto">${line(title)}</span> <span class="count">${held}</span></h2>`,
    `<ol>\n${cards.map(cardHtml).join('\n')}\n</ol>`,
    rest > 0 ? `<p class="rest">and ${rest} more</p></section>` : '</section>',
  ].join('\n')
}

function cardHtml(card: HtmlCard): string {
  const head = `<span class="title" dir="auto">${line(card.title)}</span>${factsHtml(card)}`
  const body = card.body.trim() === '' ? `<p class="rest">${line(card.id)}</p>` : `<pre dir="auto">${bodyHtml(card.body)}</pre>`
  return `<li><details><summary>${head}</summary>${body}</details></li>`
}

function factsHtml({ priority, lane, labels, assignees, isBlocked }: HtmlCard): string {
  const facts = [
    priority === null ? '' : fact(priority, priority === 'P0' ? 'p0' : ''),
    isBlocked ? fact('blocked', 'blocked') : '',
    lane === null ? '' : fact(lane),
    ...labels.map((label) => fact(`#${label}`)),
    ...assignees.map((person) => fact(`@${person}`)),
  ].filter((one) => one !== '')
  return facts.length === 0 ? '' : `<span class="facts">${facts.join(' ')}</span>`
}

function fact(text: string, kind = ''): string {
  return `<bdi${kind === '' ? '' : ` class="${kind}"`}>${line(text)}</bdi>`
}

function bodyHtml(body: string): string {
  const rest = body.length - MOST_BODY_CHARS
  return rest > 0
    ? `${escaped(withVisibleControls(body.slice(0, MOST_BODY_CHARS)))}\n… and ${rest} more characters`
    : escaped(withVisibleControls(body))
}

function line(text: string): string {
  return escaped(withVisibleControls(oneLine(text)))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

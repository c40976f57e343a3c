import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { boardHtml, type HtmlCard } from './board-html.ts'

const card: HtmlCard = {
  id: '01M4',
  title: 'A card',
  lane: null,
  priority: null,
  labels: [],
  assignees: [],
  isBlocked: false,
  body: '',
}

function pageOf(...cards: Partial<HtmlCard>[]): string {
  const whole = cards.map((one) => ({ ...card, ...one }))
  const columns = [{ title: 'Doing', count: whole.length, limit: 1, cards: whole }]
  return boardHtml({ name: 'Roastery', at: '2026-11-18T01:00:00.000Z', columns })
}

it('shows columns with counts and limits, cards with what is known of them, and their text', () => {
  const page = pageOf(
    { priority: 'P0', lane: 'web', labels: ['a'], assignees: ['ines'], isBlocked: true, body: 'One\nTwo\n' },
    {},
  )
  expect(page).toContain('<span class="count">2 of 1</span>')
  expect(page).toContain(
    '<bdi class="p0">P0</bdi> <bdi class="blocked">blocked</bdi> <bdi>web</bdi> <bdi>#a</bdi> <bdi>@ines</bdi>',
  )
  expect(page).toContain('<pre dir="auto">One\nTwo\n</pre>')
})

it('lets no text become markup, wherever it stands', () => {
  const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>&lt;'
  const page = boardHtml({
    name: hostile,
    at: '2026-11-18T01:00:00.000Z',
    columns: [
      {
        title: hostile,
        count: 1,
        limit: undefined,
        cards: [
          { ...card, title: hostile, lane: hostile, priority: hostile, labels: [hostile], assignees: [hostile], body: hostile },
        ],
      },
    ],
  })
  expect(page).not.toMatch(/<(script|img)/)
  expect(page.match(/&quot;&gt;&lt;script&gt;/g)).toHaveLength(9)
  expect(page).toContain('&amp;lt;')
})

it('shows characters that turn the reading direction or speak to a terminal', () => {
  const page = pageOf({ title: 'a\u202Eb\u001b[2Jc\nd', body: 'x\u2066y\u0000' })
  expect(page).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u001b\0]/)
  expect(page).toContain('a␦b␛[2Jc␊d')
})

it('allows nothing but its own style, by a hash that is right', () => {
  const page = pageOf({})
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)![1]!
  const hash = createHash('sha256').update(style).digest('base64')
  expect(page).toContain(`content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'"`)
  expect(page).not.toMatch(/https?:|src=|href=|url\(/)
})

it('cuts a text of ten megabytes, and says so', () => {
  const page = pageOf({ body: 'x'.repeat(10_000_000) })
  expect(page.length).toBeLessThan(110_000)
  expect(page).toContain('… and 9900000 more characters')
})

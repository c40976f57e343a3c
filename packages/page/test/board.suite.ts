import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { cardIn, describePage, expectAccessible, expectAccessibleToo, type PageSession, whole } from './page-session.ts'

const LABEL = 'Label proof in three languages'
const HOSTAL = 'Muestra de 1 kg para el Hostal del Puerto'
const STORE = 'Abrir la nueva tienda en línea'
const PROBE = 'Level probe retrofit kit for the G2'

const focusOn = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true }).focus()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

async function takeBack(page: Page, column: string, title: string): Promise<void> {
  await page.keyboard.press('z')
  await cardIn(page, column, title).waitFor()
}

const isInSight = (page: Page, title: string) =>
  page.getByRole('link', { name: title, exact: true }).evaluate((link) => {
    const { left, top } = link.getBoundingClientRect()
    return link.contains(document.elementFromPoint(left + 4, top + 4))
  })

describePage('the board', (session) => {
  const filesIn = (column: string) => readdirSync(join(session().workspace.path, '.kanban', column)).join('\n')

  /** What writes is offered once the server has said that it is there. */
  const visit: PageSession['visit'] = async (...where) => {
    const page = await session().visit(...where)
    await page.getByRole('button', { name: 'New card' }).waitFor()
    return page
  }

  it('shows columns with their cards, counts and limits', async () => {
    const page = await visit()
    await cardIn(page, 'doing', LABEL).waitFor()
    expect(await page.locator('.column-head').allInnerTexts()).toEqual([
      expect.stringMatching(/^Backlog[\s\S]*6$/),
      expect.stringMatching(/^Doing[\s\S]*3.of.3$/u),
      expect.stringMatching(/^Review[\s\S]*2.of.2$/u),
      expect.stringMatching(/^Done[\s\S]*4$/),
    ])
    await expectAccessible(page)
  })

  it('moves a card that is dragged with the mouse, shows it at once and the file follows', async () => {
    const page = await visit()
    const card = cardIn(page, 'backlog', HOSTAL)
    await card.hover()
    await page.mouse.down()
    const target = (await page.locator('[data-cell=review]').boundingBox())!
    await page.mouse.move(target.x + 40, target.y + 200, { steps: 5 })
    expect(await page.locator('[data-cell=review].is-target').count()).toBe(1)
    await page.mouse.up()
    await cardIn(page, 'review', HOSTAL).waitFor()
    await page.locator('.card.is-pending').waitFor({ state: 'detached' })
    await page.getByText('holds 3 cards, at most 2 are wanted').waitFor()
    expect(filesIn('review')).toContain('hostal-del-puerto')
    expect(await page.locator('.column-head.is-over').innerText()).toMatch(/3.of.2/u)
    expect(new URL(page.url()).search).toBe('')
  })

  whole('takes a move back when the key for it is pressed', async () => {
    const page = await visit()
    await cardIn(page, 'doing', LABEL).waitFor()
    await focusOn(page, LABEL)
    await page.keyboard.press(']')
    await cardIn(page, 'review', LABEL).waitFor()
    await page.getByText('is in Review').waitFor()
    await takeBack(page, 'doing', LABEL)
    await expect.poll(() => filesIn('doing')).toContain('label-proof')
  })

  it('is walked with the arrows, and moves with m and a digit', async () => {
    const page = await visit()
    await cardIn(page, 'backlog', STORE).waitFor()
    await focusOn(page, STORE)
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toContain('灯り')
    await page.keyboard.press('ArrowRight')
    expect(await focused(page)).toContain('探針キット')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowUp')
    expect(await focused(page)).toBe(STORE)
    await page.keyboard.press('m')
    await page.getByRole('menu', { name: 'Move to' }).waitFor()
    await page.keyboard.press('2')
    await cardIn(page, 'doing', STORE).waitFor()
    await page.getByText('is in Doing').waitFor()
    expect(await focused(page)).toBe(STORE)
    await takeBack(page, 'backlog', STORE)
    await expect.poll(() => focused(page)).toBe(STORE)
  })

  whole('leaves the keyboard with the next card when a filter hides the moved one', async () => {
    const page = await visit('?column=backlog')
    await focusOn(page, STORE)
    await page.keyboard.press(']')
    await expect.poll(() => focused(page)).toContain('灯り')
    await page.getByText('is in Doing').waitFor()
    await takeBack(page, 'backlog', STORE)
  })

  it('leaves the keyboard with the next card when one is done', async () => {
    const page = await visit()
    await cardIn(page, 'backlog', STORE).waitFor()
    await focusOn(page, STORE)
    await page.keyboard.press('m')
    await page.getByRole('menu', { name: 'Move to' }).waitFor()
    await page.keyboard.press('4')
    await expect.poll(() => focused(page)).toContain('灯り')
    await page.getByText('is in Done').waitFor()
    await takeBack(page, 'backlog', STORE)
    await expect.poll(() => filesIn('backlog')).toContain('tienda')
  })

  it('moves by the menu of a card', async () => {
    const page = await visit()
    await page.getByRole('button', { name: `Menu of ${PROBE}` }).click()
    await page.getByRole('menuitem', { name: /Review/ }).click()
    await cardIn(page, 'review', PROBE).waitFor()
    await expect.poll(() => focused(page)).toContain('Precio del kit') // whoever goes through a column stays there
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await cardIn(page, 'backlog', PROBE).waitFor()
  })

  whole('moves by a finger that rests on a card', async () => {
    const page = await visit('', { hasTouch: true, isMobile: true, viewport: { width: 900, height: 900 } })
    const card = cardIn(page, 'backlog', PROBE)
    await card.waitFor()
    const from = (await card.boundingBox())!
    const to = (await page.locator('[data-cell=doing]').boundingBox())!
    const touch = await page.context().newCDPSession(page)
    const at = (x: number, y: number) => [{ x: Math.round(x), y: Math.round(y) }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from.x + 60, from.y + 20) })
    await page.locator('.ghost').waitFor()
    for (const share of [0.3, 0.6, 1])
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: at(from.x + 60 + (to.x + 60 - from.x - 60) * share, from.y + 20 + (to.y + 80 - from.y - 20) * share),
      })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await cardIn(page, 'doing', PROBE).waitFor()
    await page.getByText('is in Doing').waitFor()
    await takeBack(page, 'backlog', PROBE)
  })

  it('takes back what the server refuses, and says why', async () => {
    const page = await visit()
    await cardIn(page, 'doing', LABEL).waitFor()
    await page.route('**/mcp', async (route) => {
      const isMove = route.request().postData()?.includes('kanban_move') === true
      if (!isMove) return route.continue()
      const text = JSON.stringify({ code: 'conflict', message: 'the board is locked; try again' })
      await route.fulfill({ json: { jsonrpc: '2.0', id: 1, result: { isError: true, content: [{ type: 'text', text }] } } })
    })
    await focusOn(page, LABEL)
    await page.keyboard.press(']')
    await page.getByText('the board is locked').waitFor()
    await cardIn(page, 'doing', LABEL).waitFor()
    await expect.poll(() => focused(page)).toBe(LABEL)
  })

  it('makes a card with the key c', async () => {
    const page = await visit()
    await cardIn(page, 'doing', LABEL).waitFor()
    await page.keyboard.press('c')
    await page.keyboard.type('Order more paper 紙') // at once: no letter of it is lost
    expect(await page.locator('dialog input:focus').inputValue()).toBe('Order more paper 紙')
    await expectAccessibleToo(page)
    await page.keyboard.press('Enter')
    await cardIn(page, 'backlog', 'Order more paper 紙').waitFor()
    expect(filesIn('backlog')).toContain('order-more-paper-紙')
  })

  it('keeps the key c until the server has said what it serves', async () => {
    const page = await visit()
    await page.route('**/mcp', async (route) => {
      if (route.request().postData()?.includes('tools/list') === true) await delay(500)
      await route.continue()
    })
    await page.reload()
    await cardIn(page, 'doing', LABEL).waitFor()
    await page.keyboard.press('c')
    await page.locator('dialog input:focus').waitFor()
  })

  it('keeps its filters in the address, through a reload and back', async () => {
    const page = await visit()
    await cardIn(page, 'doing', LABEL).waitFor()
    await page.getByRole('combobox', { name: 'Assignee' }).selectOption('ruth')
    await cardIn(page, 'backlog', STORE).waitFor({ state: 'detached' })
    expect(new URL(page.url()).searchParams.get('assignee')).toBe('ruth')
    await page.reload()
    await cardIn(page, 'doing', LABEL).waitFor()
    expect(await page.locator('.card').count()).toBe(1)
    await page.getByRole('link', { name: LABEL }).click()
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    await page.goBack()
    await cardIn(page, 'doing', LABEL).waitFor()
    expect(await page.locator('.card').count()).toBe(1)
    await page.getByRole('button', { name: 'Clear' }).click()
    await cardIn(page, 'backlog', STORE).waitFor()
  })

  whole('finds words of the bodies, and what waits', async () => {
    const page = await visit('?text=apertura el 1 de')
    await cardIn(page, 'backlog', STORE).waitFor()
    const blocked = await visit('?blocked=1')
    await cardIn(blocked, 'backlog', 'Contactar con diez clientes').waitFor()
    expect(await cardIn(blocked, 'backlog', STORE).count()).toBe(0)
  })

  it('says what is not there: a match, a card, a board', async () => {
    const page = await session().visit('?text=zzqx')
    await page.getByText('No card passes these filters.').waitFor()
    await page.goto(`${session().server.origin}/?card=01M6D6X4YKCKWW656ZPBCFCZ00`)
    await page.getByText('This card is not on the board').waitFor()
    await page.goto(`${session().server.origin}/?board=nowhere`)
    await page.getByText('This board is not here').waitFor()
    expect(await page.getByRole('button', { name: 'New card' }).count()).toBe(0)
    await expectAccessibleToo(page)
  })

  it('shows lanes as rows', async () => {
    const page = await visit()
    await page.getByRole('button', { name: 'Lanes' }).click()
    await page.getByRole('heading', { name: 'roastery' }).waitFor()
    await expectAccessibleToo(page)
  })

  it('shows what is done by month, and fetches it only then', async () => {
    const page = await visit()
    await cardIn(page, 'doing', LABEL).waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.postData() ?? ''))
    await page.getByRole('button', { name: 'Show what is done' }).click()
    await page.getByText('November 2026').waitFor()
    await page.getByText('Review the carrier contract').waitFor()
    await page.getByText('October 2026').waitFor()
    expect(asked.filter((body) => body.includes('"done"'))).toHaveLength(1)
    await expectAccessibleToo(page)
  })

  it('says its keys', async () => {
    const page = await visit()
    await cardIn(page, 'doing', LABEL).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it.each([
    ['ja-JP', '新しいカード'],
    ['es-ES', 'Tarjeta nueva'],
    ['fr-FR', 'New card'],
  ])('speaks the language of a %s browser', async (locale, words) => {
    const page = await session().visit('', { locale })
    await page.getByRole('button', { name: words }).waitFor()
  })

  it.each(['en-GB', 'ja-JP'])('fits a phone in %s', async (locale) => {
    const page = await session().visit('', { viewport: { width: 390, height: 844 }, hasTouch: true, locale })
    await cardIn(page, 'backlog', STORE).waitFor()
    await page.locator('.new-card').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectAccessibleToo(page)
  })
})

describePage('a long board', (session) => {
  const titleOf = (n: number) => `Card number ${n}`

  whole('has only what is in sight in the page, and the keyboard and the wheel reach the rest', async () => {
    for (let n = 0; n < 300; n++) {
      const id = `01M7${String(n).padStart(22, '0')}`
      const text = `---\nid: ${id}\ntitle: ${titleOf(n)}\n---\n\nText.\n`
      writeFileSync(join(session().workspace.path, '.kanban/review', `${id}__card-${n}.md`), text)
    }
    const page = await session().visit('?column=review')
    await page.getByRole('button', { name: 'New card' }).waitFor()
    await cardIn(page, 'review', titleOf(0)).first().waitFor()
    expect(await page.locator('[data-card]').count()).toBeLessThan(80)
    await focusOn(page, titleOf(0))
    for (let n = 0; n < 40; n++) await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe(titleOf(40))
    await page.locator('[data-cell="review"]').evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await page.getByRole('link', { name: titleOf(299), exact: true }).waitFor()
    expect(await page.locator('[data-card]').count()).toBeLessThan(120)
    expect(await focused(page)).toBe(titleOf(40)) // what has the keyboard stays
    await focusOn(page, titleOf(299))
    await page.goto(`${session().server.origin}/`)
    await page.getByRole('button', { name: 'New card' }).waitFor()
    await focusOn(page, titleOf(0))
    await page.keyboard.press('[')
    await cardIn(page, 'doing', titleOf(0)).first().waitFor()
    await expect.poll(() => focused(page)).toBe(titleOf(0))
    await page.keyboard.press(']')
    await cardIn(page, 'review', titleOf(0)).first().waitFor()
    await page.locator('[data-cell="review"]').evaluate((list) => list.scrollTo(0, list.scrollHeight))
    const last = cardIn(page, 'review', titleOf(299))
    await last.hover()
    await page.mouse.down()
    const to = (await page.locator('[data-cell=doing]').boundingBox())!
    await page.mouse.move(to.x + 60, to.y + 80, { steps: 4 })
    await page.mouse.up()
    await cardIn(page, 'doing', titleOf(299)).waitFor()
    await page
      .getByText(/is in Doing/)
      .last()
      .waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(() => isInSight(page, titleOf(299))).toBe(true)
  })
})

describePage(
  'a read-only server',
  (session) => {
    it('offers nothing that writes', async () => {
      const page = await session().visit()
      await page.getByText('Read only').waitFor()
      expect(await page.getByRole('button', { name: 'New card' }).count()).toBe(0)
      await page.getByRole('link', { name: LABEL }).click()
      await page.getByRole('heading', { name: LABEL }).waitFor()
      expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
      expect(await page.locator('.relation-form, .unrelate').count()).toBe(0)
      expect(existsSync(join(session().workspace.path, '.kanban', '.shoko'))).toBe(false)
    })
  },
  { SHOKO_READ_ONLY: '1' },
)

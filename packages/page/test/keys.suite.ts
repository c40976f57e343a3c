import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startHttp } from '@shoko/testkit'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { cardIn, describePage, expectAccessibleToo, whole } from './page-session.ts'

const LABEL = 'Label proof in three languages'
const LABEL_ID = '01M6J68M69WRV2MXHM0F6YEW7Y'

/** What the keys go on from, and what is read aloud there. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { tagName, textContent, ariaLabel } = document.activeElement ?? document.body
    return `${tagName.toLowerCase()} ${ariaLabel ?? textContent ?? ''}`.trim()
  })
const onBoard = (page: Page) => cardIn(page, 'doing', LABEL).waitFor()

describePage('by keys and by ear', (session) => {
  it('goes on in the view that was opened, and where it was when one comes back', async () => {
    const page = await session().visit('?text=label')
    await onBoard(page)
    await page.locator(`[data-card="${LABEL_ID}"] a`).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe(`main ${LABEL}`)
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('a Board')
    await page.keyboard.press('Enter') // to the board as it was left
    await onBoard(page)
    await expect.poll(() => focused(page)).toBe(`a ${LABEL}`)
    expect(new URL(page.url()).searchParams.get('text')).toBe('label')
  })

  it('leaves a field before it leaves the view, and never the page', async () => {
    const page = await session().visit(`?card=${LABEL_ID}`)
    await page.getByRole('textbox', { name: 'Markdown' }).focus()
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe(`main ${LABEL}`)
    await page.keyboard.press('Escape')
    await onBoard(page)
    await page.goto(`${session().server.origin}/?note=reading%2Fwater-for-coffee.md`)
    await page.getByRole('heading', { name: 'Reading notes: water for coffee' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Notes', exact: true }).waitFor()
  })

  it('keeps the field of a search for the next one, and leads to the palette', async () => {
    const page = await session().visit('?view=find')
    await page.getByRole('button', { name: 'Jump to a title' }).click()
    await page.getByRole('combobox', { name: 'Jump to a title' }).fill('zzqx')
    await page.getByText('No title like that.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Search' }).click()
    await page.getByText('Try fewer words').waitFor()
    await page.getByRole('searchbox').fill('water hardness')
    await page.keyboard.press('Enter')
    await page.locator('.passage').first().waitFor()
    expect(await page.getByRole('searchbox').evaluate((field) => field === document.activeElement)).toBe(true)
    await page.goBack()
    await page.getByText('Try fewer words').waitFor()
    expect(await page.getByRole('searchbox').inputValue()).toBe('zzqx')
  })

  it('says what was taken back, and when there is nothing to', async () => {
    const page = await session().visit()
    await page.locator('.new-card').waitFor()
    await page.keyboard.press('z')
    await page.getByText('There is nothing of yours to take back.').waitFor()
    await page.locator(`[data-card="${LABEL_ID}"] a`).focus()
    await page.keyboard.press(']')
    await page.locator('.notice', { hasText: 'is in Review' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Markdown' }).waitFor()
    await page.keyboard.press('z')
    await page.locator('.notice', { hasText: 'Taken back: “Label proof' }).waitFor()
    const column = page.getByRole('combobox', { name: 'Column' }).locator('option:checked')
    await expect.poll(() => column.innerText()).toMatch(/^Doing/)
  })

  it('opens a note that is too long to be drawn at the lines one came for', async () => {
    const lines = Array.from({ length: 9000 }, (_, at) => `Line ${at + 1} of the inventory.`)
    writeFileSync(join(session().workspace.path, 'vault', 'inventory.md'), lines.join('\n'))
    const page = await session().visit('?note=inventory.md&line=6000-6001')
    const here = page.locator('.is-here')
    await here.waitFor()
    expect((await here.innerText()).trim()).toBe('Line 6000 of the inventory.\nLine 6001 of the inventory.')
    await expect.poll(async () => (await here.boundingBox())!.y).toBeLessThan(900)
    await expectAccessibleToo(page)
  })

  it('names the boards that are there when one is not, and the way out of filters that nothing passes', async () => {
    const page = await session().visit('?board=no%2Fsuch')
    await page.getByText('This board is not here').waitFor()
    await expectAccessibleToo(page)
    await page.locator('.board .rows a').click()
    await onBoard(page)
    await page.goto(`${session().server.origin}/?text=zzqx`)
    await page.locator('.state', { hasText: 'No card passes' }).getByRole('button', { name: 'Clear' }).click()
    await onBoard(page)
  })

  it('looks for a note that is not where a link said', async () => {
    const page = await session().visit('?note=old%2Fwater-for-coffee.md')
    await page.getByRole('link', { name: 'Search for “water-for-coffee”' }).click()
    await page.getByRole('link', { name: 'Reading notes: water for coffee' }).waitFor()
  })

  whole('offers what the server offers that comes back', async () => {
    const { workspace, server } = session()
    const page = await session().visit()
    await page.locator('.new-card').waitFor()
    await page.locator('.live.is-live').waitFor()
    await server.stop()
    await page.getByText('The server is gone').waitFor()
    const port = String(new URL(server.origin).port)
    const again = await startHttp({ ...workspace.env, HTTP_PORT: port, SHOKO_READ_ONLY: '1' })
    try {
      await page.locator('.new-card').waitFor({ state: 'detached' })
      await page.getByText('Read only').waitFor()
    } finally {
      await again.stop()
    }
  })
})

import { expect, it } from 'vitest'
import { cardIn, describePage, expectAccessible, expectAccessibleToo, whole } from './page-session.ts'

describePage('searching', (session) => {
  it('asks every family, marks the words and opens the note at the line', async () => {
    const page = await session().visit()
    await page.locator('.card').first().waitFor()
    await page.keyboard.press('/')
    await page.getByRole('searchbox').fill('water hardness')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Notes' }).waitFor()
    await page.getByRole('heading', { name: 'Manuals' }).waitFor()
    expect(await page.locator('mark').first().innerText()).toMatch(/hardness|water/i)
    await page.getByRole('button', { name: 'Why here' }).first().click()
    await page.getByText('Place 1: 2 of your words').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Reading notes: water for coffee' }).click()
    await page.locator('.is-here', { hasText: 'Below 5 °fH' }).waitFor()
    expect(await page.title()).toBe('water-for-coffee – Shoko')
    await page
      .getByRole('complementary', { name: 'Linked from' })
      .getByRole('link', { name: 'recipes/espresso-swallow' })
      .waitFor()
    await expectAccessible(page)
    await page.locator('.prose').getByRole('link', { name: 'recipes/espresso-swallow' }).click()
    await page.getByRole('heading', { name: /Swallow Espresso/ }).waitFor()
    await page.goBack()
    await page.goBack()
    await page.getByText('An answer is here.').waitFor()
    expect(await page.title()).toBe('water hardness – Search – Shoko')
  })

  whole('opens sections of manuals, documents of projects and cards', async () => {
    const page = await session().visit('?view=find&q=水害で壊れた機械は対象になりますか')
    await page.locator('.passage-head').first().click()
    await page.locator('.prose, .card-body').first().waitFor()
    const cards = await session().visit('?view=find&q=pausa de suscripciones')
    await cards.getByRole('region', { name: 'Cards' }).getByRole('link').first().click()
    await cards.getByRole('textbox', { name: 'Markdown' }).waitFor()
  })

  whole('says when nothing answers', async () => {
    const page = await session().visit('?view=find&q=zzqx vwkpt')
    await page.getByText('Nothing was found.').waitFor()
  })

  whole('jumps to a card by a part of its title', async () => {
    const page = await session().visit()
    await cardIn(page, 'doing', 'Label proof').waitFor()
    await page.keyboard.press('Control+k')
    // On a busy machine the palette takes a moment, and letters before it are the board's keys.
    await page.locator('dialog input:focus').waitFor()
    await page.keyboard.type('label pr')
    await page.getByRole('option', { name: /Label proof in three languages/, selected: true }).waitFor()
    await expectAccessibleToo(page)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Label proof in three languages' }).waitFor()
    expect(new URL(page.url()).searchParams.get('card')).toBe('01M6J68M69WRV2MXHM0F6YEW7Y')
  })
})

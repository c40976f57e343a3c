import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describePage, expectAccessible, whole } from './page-session.ts'

const LABEL = '01M6J68M69WRV2MXHM0F6YEW7Y'
const PROBE = '01M6D6X4YKCKWW656ZPBCFCZ8E'

const source = (page: Page) => page.getByRole('textbox', { name: 'Markdown' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

describePage('a card', (session) => {
  const pathOf = (id: string) => {
    const folder = join(session().workspace.path, '.kanban/doing')
    return join(folder, readdirSync(folder).find((name) => name.startsWith(id))!)
  }
  const fileOf = (id: string) => readFileSync(pathOf(id), 'utf8')
  const openCard = async (id: string) => {
    const page = await session().visit(`?card=${id}`)
    await source(page).waitFor()
    return page
  }

  it('shows its text beside how it reads, its fields, its journal and its relations', async () => {
    const page = await openCard(PROBE)
    await page.getByRole('region', { name: 'Preview' }).getByText('試作3号').waitFor()
    expect(await page.getByRole('textbox', { name: 'Assignees' }).inputValue()).toBe('oba')
    await page.getByText('防水の被覆は外さない').waitFor()
    await page.getByRole('link', { name: 'Level probe retrofit kit for the G2' }).waitFor()
    await page.getByText(`.kanban/doing/${PROBE}`).waitFor()
    expect(await page.title()).toMatch(/^探針キット.* – Shoko$/)
    await expectAccessible(page)
  })

  it('saves what was changed and nothing else, and takes it back', async () => {
    const page = await openCard(LABEL)
    const before = fileOf(LABEL)
    await source(page).fill(`${await source(page).inputValue()}\n\nThe **printer** called.`)
    await page.getByRole('region', { name: 'Preview' }).locator('strong', { hasText: 'printer' }).waitFor()
    await page.getByRole('textbox', { name: 'Labels' }).fill('winter, print, urgent')
    await save(page).click()
    await page.locator('.notice', { hasText: 'is saved' }).waitFor()
    expect(fileOf(LABEL)).toContain('The **printer** called.')
    expect(fileOf(LABEL)).toMatch(/labels: \[winter, print, urgent\]/)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => fileOf(LABEL)).toBe(before)
  })

  it('shows both versions and the base when somebody else was quicker, and loses neither', async () => {
    const page = await openCard(LABEL)
    const text = await source(page).inputValue()
    await source(page).fill(`My first line.\n${text}`)
    appendFileSync(pathOf(LABEL), '\nA line of an editor.\n')
    await save(page).click()
    await page.getByRole('heading', { name: 'Somebody else has changed this card' }).waitFor()
    expect(await page.locator(':focus').innerText()).toBe('Somebody else has changed this card') // so it is read aloud
    await page.getByText('Both changes fit together.').waitFor()
    expect(await page.getByRole('region', { name: 'Saved now' }).innerText()).toContain('A line of an editor.')
    expect(await page.getByRole('region', { name: 'You wrote' }).innerText()).toContain('My first line.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save the result' }).click()
    await page.locator('.notice', { hasText: 'is saved' }).waitFor()
    expect(fileOf(LABEL)).toContain('My first line.')
    expect(fileOf(LABEL)).toContain('A line of an editor.')
  })

  whole('shows what was changed at the end of a long card', async () => {
    const text = Array.from({ length: 80 }, (_, n) => `Line ${n}.`).join('\n')
    const write = (body: string) =>
      session().agent('kanban_update', { board: '.', cardId: LABEL, patch: { body: { text: body, replace: true } } })
    await write(text)
    const page = await openCard(LABEL)
    await source(page).fill(`Mine.\n${text}`)
    await write(`${text}\nTheirs.`)
    await save(page).click()
    const changed = page.getByRole('region', { name: 'Saved now' }).getByText('Theirs.')
    await changed.waitFor()
    const isInSight = await changed.evaluate((line) => {
      const { left, top } = line.getBoundingClientRect()
      return line.contains(document.elementFromPoint(left + 20, top + 4))
    })
    expect(isInSight).toBe(true)
    await page.getByRole('button', { name: 'Save the result' }).click()
    await page.getByText('is saved').waitFor()
  })

  it('asks for a decision where both changed one line', async () => {
    const page = await openCard(LABEL)
    const lines = (await source(page).inputValue()).split('\n')
    await source(page).fill(['Mine instead.', ...lines.slice(1)].join('\n'))
    await page.getByLabel('Lane').fill('print')
    const body = { text: ['Theirs instead.', ...lines.slice(1)].join('\n'), replace: true }
    await session().agent('kanban_update', { board: '.', cardId: LABEL, patch: { fm: { lane: 'paper' }, body } })
    await page.getByText('This card has changed meanwhile.').waitFor()
    await page.getByRole('button', { name: 'Show the new version' }).click()
    await page.getByText('One place needs your decision.').waitFor()
    const result = page.getByRole('textbox', { name: /Result/ })
    expect(await result.inputValue()).toMatch(/<<<<<<< yours\nMine instead\.\n=======\nTheirs instead\.\n>>>>>>> theirs/)
    await page.getByRole('radio', { name: /Saved now paper/ }).check()
    await page.getByRole('button', { name: 'Put mine in the result' }).click()
    await page.getByRole('button', { name: 'Save the result' }).click()
    await page.locator('.notice', { hasText: 'is saved' }).waitFor()
    expect(fileOf(LABEL)).toContain('Mine instead.')
    expect(fileOf(LABEL)).toContain('lane: paper')
  })

  whole('keeps what was typed through a reload', async () => {
    const page = await openCard(PROBE)
    await source(page).fill('half a thought')
    await page.reload()
    await page.getByText('Not saved yet').waitFor()
    expect(await source(page).inputValue()).toBe('half a thought')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => source(page).inputValue()).toContain('試作1号')
  })

  it('takes an entry for its journal', async () => {
    const page = await openCard(PROBE)
    await page.getByRole('textbox', { name: 'Add an entry' }).fill('Went **well**.')
    await page.getByRole('combobox', { name: 'Journal' }).selectOption('decision')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.locator('.entry.is-decision strong', { hasText: 'well' }).waitFor()
    const { items } = await session().agent<{ items: { text: string }[] }>('kanban_notes_list', { board: '.', cardId: PROBE })
    expect(items[0]).toMatchObject({ text: 'Went **well**.', type: 'decision' })
  })

  it('shows hostile text without running any of it', async () => {
    const hostile = [
      '<script>globalThis.owned = true</script>',
      '<img src=x onerror="globalThis.owned = true">',
      '[click](javascript:globalThis.owned=true)',
      '[click](data:text/html,<script>globalThis.owned=true</script>)',
      '![pixel](https://evil.example/pixel.png)',
      '![svg](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)',
      '<svg onload=alert(1)><a href="javascript:alert(1)">x</a></svg>',
      '‮evil‬ {{constructor.constructor("alert(1)")()}}',
      `${'> '.repeat(5000)}deep`,
      `${'- '.repeat(2000)}deep`,
      `${'*a '.repeat(5000)}`,
      `${'['.repeat(5000)}`,
    ].join('\n\n')
    await session().agent('kanban_update', { board: '.', cardId: PROBE, patch: { body: { text: hostile, replace: true } } })
    const page = await openCard(PROBE)
    await page.getByText('pixel (image elsewhere)').waitFor()
    expect(await page.evaluate(() => 'owned' in globalThis)).toBe(false)
    const preview = page.getByRole('region', { name: 'Preview' })
    expect(await preview.locator('script, img, svg, iframe, [href^="javascript:"], [href^="data:"], [onerror]').count()).toBe(0)
  })
})

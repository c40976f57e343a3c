import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describePage, expectAccessible, expectAccessibleToo, whole } from './page-session.ts'

const DRAFT = 'artifacts/shucchou-shuuri-flow-draft.md'
const SOURCE = 'sources/shucchou-shuuri-kikitori.md'
const LABEL = '01M6J68M69WRV2MXHM0F6YEW7Y'
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describePage('the views', (session) => {
  const inVault = (path: string) => join(session().workspace.path, 'vault', path)

  it('jump to notes, sections of manuals, documents and cards as their titles are typed', async () => {
    const page = await session().visit('?view=notes')
    await page.getByRole('link', { name: 'Evidence' }).waitFor()
    const jump = async (typed: string, name: RegExp) => {
      await page.keyboard.press('Control+k')
      await page.locator('dialog input:focus').waitFor()
      await page.keyboard.type(typed)
      await page.getByRole('option', { name, selected: true }).waitFor()
      await page.keyboard.press('Enter')
      return new URL(page.url()).searchParams
    }
    expect((await jump('water for coffee', /^Note.*water for coffee/)).get('note')).toBe('reading/water-for-coffee.md')
    const section = await jump('return policy', /^Manual\s*Return policy/)
    expect([section.get('manual'), section.get('note')]).toEqual(['operations-handbook', 'shipping/returns.md'])
    await page.locator('.is-here', { hasText: 'Return policy' }).waitFor()
    expect((await jump('cobros en', /^Project\s*Cobros en yenes/)).get('note')).toBe('tsubame-web/tasks/006-cobros-en-yenes.md')
    await page.getByRole('heading', { name: /Cobros en yenes/ }).waitFor()
    expect((await jump('carrier contract', /^Card/)).get('card')).toMatch(/^01M47XAM/)
    await page.keyboard.press('Control+k')
    await page.locator('dialog input:focus').waitFor()
    await page.keyboard.type('e')
    await page.locator('dialog [role=option]').nth(5).waitFor()
    await expectAccessible(page)
  })

  it('show what the manuals say, both sides of a conflict, and what they leave out', async () => {
    for (const [manual, days] of [
      ['rules', '30'],
      ['guide', '14'],
    ] as const) {
      mkdirSync(join(session().workspace.path, 'manuals', manual), { recursive: true })
      const text = `# Grinder hire\n\nA hired grinder is returned within ${days} days.\n`
      writeFileSync(join(session().workspace.path, 'manuals', manual, 'hire.md'), text)
    }
    const page = await session().visit('?view=evidence')
    await page.getByRole('searchbox').fill('within how many days is a hired grinder returned?')
    await page.keyboard.press('Enter')
    await page.getByText('The manuals contradict each other here.').waitFor()
    const claim = page.getByRole('button', { name: /in conflict.*hired grinder/s })
    await claim.first().click()
    const says = page.getByRole('region', { name: 'Says so' })
    const other = page.getByRole('region', { name: 'Says otherwise' })
    await says.getByText(/within (14|30) days/).waitFor()
    await other.getByText(/within (14|30) days/).waitFor()
    const [left, right] = [(await says.boundingBox())!, (await other.boundingBox())!]
    expect(Math.abs(left.y - right.y)).toBeLessThan(2)
    expect(right.x).toBeGreaterThan(left.x + left.width / 2)
    await expectAccessible(page)
    await page.reload()
    await other.getByRole('link').first().click()
    await page.locator('.is-here', { hasText: 'hired grinder' }).waitFor()
    const gap = await session().visit(`?view=evidence&q=${encodeURIComponent('水害で壊れた機械は対象になりますか')}`)
    await gap.getByRole('heading', { name: 'Not answered' }).waitFor()
    await gap.locator('.gaps', { hasText: '水害で壊れた機械' }).waitFor()
    await gap.getByText('床上浸水を除き').first().waitFor()
  })

  it('show how much of a source is cited, lead from gap to gap, and link nodes to their lines', async () => {
    const page = await session().visit(`?view=audit&artifact=${encodeURIComponent(DRAFT)}`)
    await page.locator('.figure').waitFor()
    const audit = await session().agent<Audit>('artifact_audit', {
      artifact_path: DRAFT,
      source_path: SOURCE,
      include_nodes: true,
    })
    expect(await page.locator('.figure').innerText()).toContain(`${Math.floor(audit.coverage_ratio * 1000) / 10}%`)
    const counters = [audit.rootless_nodes, audit.orphan_branches, audit.one_way_refs].map(String)
    expect(await page.locator('.figure-list strong').allInnerTexts()).toEqual(counters)
    expect(await page.locator('.finding').count()).toBe(audit.findings.length)
    await page.keyboard.press('n')
    await page.getByText('gap 1 of 2').waitFor()
    const source = page.getByRole('region', { name: 'Source', exact: true })
    expect(await source.locator('.line.is-here').first().innerText()).toContain('聞き取りメモ')
    await page.getByRole('button', { name: /Next gap/ }).click()
    await page.getByText('gap 2 of 2').waitFor()
    await page.getByRole('button', { name: /三つの確認.*lines 18–19/ }).click()
    expect(await source.locator('.line.is-here').allInnerTexts()).toEqual([
      expect.stringContaining('半分くらいは電話で'),
      expect.stringContaining('三つだけ'),
    ])
    expect(new URL(page.url()).searchParams.get('line')).toBe('18-19')
    await page.keyboard.press('j')
    await page.locator('.line.is-node.is-here', { hasText: 'A2' }).waitFor()
    await expectAccessible(page)
    expect(await source.locator('.gutter.is-cited').count()).toBeGreaterThan(30)
    appendFileSync(inVault(SOURCE), '一行足した。\n')
    await page.getByText('The source has changed since its lines were cited.').waitFor()
    expect(await source.locator('.gutter.is-stale').count()).toBeGreaterThan(30)
    await page.getByRole('button', { name: 'Count them as of now' }).click()
    await source.locator('.gutter.is-cited').first().waitFor()
    expect(await source.locator('.gutter.is-stale').count()).toBe(0)
  })

  whole('list the notes that cite lines, where nothing is chosen', async () => {
    const page = await session().visit('?view=audit')
    await page.getByRole('link', { name: DRAFT }).click()
    await page.locator('.figure').waitFor()
    expect(new URL(page.url()).searchParams.get('source')).toBe(SOURCE)
  })

  it('show a project: its tasks by status, its plan, its sessions, and follow what an agent does', async () => {
    const page = await session().visit('?view=projects')
    await page.locator('.project-item', { hasText: 'tsubame-web' }).getByText('blocked 1').waitFor()
    await expectAccessibleToo(page)
    await page.getByRole('link', { name: 'tsubame-web' }).click()
    await page.getByRole('region', { name: 'blocked' }).getByRole('link', { name: 'Cobros en yenes' }).waitFor()
    await page.getByRole('region', { name: 'Plan' }).getByText('Fases').waitFor()
    await page.getByRole('region', { name: 'Sessions' }).getByRole('link', { name: '2026-11-13' }).waitFor()
    await expectAccessible(page)
    await page.locator('.live.is-live').waitFor()
    await session().agent('update_task_status', { project: 'tsubame-web', task: '006', status: 'done' })
    await page.getByRole('region', { name: 'done' }).getByRole('link', { name: 'Cobros en yenes' }).waitFor()
  })

  it('show the notes that changed last, and a note as it is while somebody writes it, with its pictures', async () => {
    mkdirSync(inVault('pictures'), { recursive: true })
    writeFileSync(inVault('pictures/pixel.png'), Buffer.from(PIXEL, 'base64'))
    writeFileSync(inVault('reading/fresh.md'), '# Fresh note\n\n![a pixel](../pictures/pixel.png)\n\n![[pixel.png]]\n')
    const page = await session().visit('?view=notes')
    await page.locator('.rows a').first().waitFor()
    expect(await page.locator('.rows a').allInnerTexts()).toContain('Fresh note')
    await expectAccessible(page)
    await page.locator('.live.is-live').waitFor()
    writeFileSync(inVault('ideas/new.md'), '# Brand new\n')
    await page.getByRole('link', { name: 'Brand new' }).waitFor()
    await page.getByRole('link', { name: 'Fresh note' }).click()
    await page.locator('.prose img').nth(1).waitFor()
    expect(await page.locator('.prose img').first().getAttribute('src')).toMatch(/^data:image\/png;base64,/)
    appendFileSync(inVault('reading/fresh.md'), '\nWritten while you read.\n')
    await page.getByText('Written while you read.').waitFor()
    await page.locator('.fresh').waitFor()
  })

  it('relate a card to another, take that back, and say when somebody else was there meanwhile', async () => {
    const page = await session().visit(`?card=${LABEL}`)
    const waitsFor = (title: string) => page.getByRole('region', { name: 'Waits for' }).getByRole('link', { name: title })
    const relate = async (title: string) => {
      await page.getByRole('combobox', { name: 'Relation' }).selectOption('blockedByTitle')
      await page.getByRole('combobox', { name: 'Title of the other card' }).fill(title)
      await page.getByRole('button', { name: 'Relate' }).click()
      await waitsFor(title).waitFor()
      await page.locator('.notice', { hasText: 'Relations of' }).last().waitFor()
    }
    const PROBE = 'Level probe retrofit kit for the G2'
    await relate(PROBE)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await waitsFor(PROBE).waitFor({ state: 'detached' })
    await relate(PROBE)
    await session().agent('kanban_update', { board: '.', cardId: LABEL, patch: { fm: { size: 3 } } })
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await page.getByText('This card has changed meanwhile.').waitFor()
    await waitsFor(PROBE).waitFor()
    await expectAccessibleToo(page)
    await page.getByRole('button', { name: `Remove ${PROBE}` }).click()
    await waitsFor(PROBE).waitFor({ state: 'detached' })
  })

  whole.each([
    '?view=evidence&q=how+long+do+I+have+to+return+coffee',
    `?view=audit&artifact=${encodeURIComponent(DRAFT)}&source=${encodeURIComponent(SOURCE)}`,
    '?view=projects&project=tsubame-web',
    '?view=notes',
  ])('fit a phone: %s', async (query) => {
    const page = await session().visit(query, { viewport: { width: 390, height: 844 }, hasTouch: true })
    await page.locator('.evidence, .line, .project-body, .rows').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expectAccessible(page)
  })

  whole('keep 8 editors of one card: nothing of anybody is lost', async () => {
    const pages: Page[] = []
    while (pages.length < 8) pages.push(await session().visit(`?card=${LABEL}`))
    const source = (page: Page) => page.getByRole('textbox', { name: 'Markdown' })
    for (const [at, page] of pages.entries()) {
      await source(page).waitFor()
      await source(page).fill(`${await source(page).inputValue()}\n\nEditor ${at} was here.`)
    }
    await Promise.all(pages.map((page) => page.getByRole('button', { name: 'Save', exact: true }).click()))
    const conflicts = await Promise.all(pages.map(settle))
    expect(conflicts.filter((count) => count > 0)).toHaveLength(7)
    const { body } = await session().agent<{ body: string }>('kanban_card', { board: '.', cardId: LABEL })
    for (let at = 0; at < 8; at++) expect(body).toContain(`Editor ${at} was here.`)
  })
})

/** Takes both sides of every conflict until the text is saved; how many there were. */
async function settle(page: Page): Promise<number> {
  const saved = page.locator('.notice', { hasText: 'is saved' })
  const result = page.getByRole('textbox', { name: /Result/ })
  for (let conflicts = 0; ; conflicts++) {
    await saved.or(result).first().waitFor()
    if ((await saved.count()) > 0) return conflicts
    const merged = (await result.inputValue()).replaceAll(/^(?:<{7}|={7}|>{7}).*\n?/gm, '')
    await result.fill(merged)
    await page.getByRole('button', { name: 'Save the result' }).click()
    const isOver = (text: string) =>
      document.querySelector('.notice') !== null ||
      document.querySelector<HTMLTextAreaElement>('.result textarea')?.value !== text
    await page.waitForFunction(isOver, merged)
  }
}

interface Audit {
  readonly coverage_ratio: number
  readonly rootless_nodes: number
  readonly orphan_branches: number
  readonly one_way_refs: number
  readonly findings: readonly unknown[]
}

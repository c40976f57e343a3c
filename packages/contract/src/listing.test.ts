import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ListRequest, ListVersions, type Page, pageOf } from './listing.ts'

interface Entry {
  readonly path: string
  readonly text?: string
  readonly labels?: readonly string[]
}

const options = { hardMaxChars: 20_000, show: (entry: Entry) => entry, identityOf: (entry: Entry) => entry.path }
const entries = (count: number, text = ''): Entry[] => Array.from({ length: count }, (_, at) => ({ path: `note-${at}.md`, text }))

function readAll(list: readonly Entry[], request: ListRequest, hardMaxChars = 20_000): Entry[] {
  const all: Entry[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const page: Page<Entry> = pageOf(list, { ...request, offset }, { ...options, hardMaxChars })
    expect([...JSON.stringify(page)].length).toBeLessThanOrEqual(Math.max(4000, hardMaxChars))
    all.push(...page.items)
    offset = page.next_offset
  }
  return all
}

describe('pageOf', () => {
  it('gives 200 entries unless asked for another number, and says where the next ones begin', () => {
    const page: Page<Entry> = pageOf(entries(450), {}, options)
    expect(page.items).toHaveLength(200)
    expect(page).toMatchObject({ total: 450, next_offset: 200 })
    expect(pageOf(entries(450), { offset: 400, limit: 100 }, options)).toMatchObject({ total: 450, next_offset: null })
  })

  it('gives no items past the end', () => {
    expect(pageOf(entries(3), { offset: 9 }, options)).toMatchObject({ items: [], total: 3, next_offset: null })
  })

  it('gives every entry once over an unchanged list, each answer within its bound', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ path: fc.string(), text: fc.string({ maxLength: 3000 }) }), { maxLength: 60 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 1, max: 9000 }),
        (list, limit, hardMaxChars) => {
          const whole = list.every((entry) => JSON.stringify(entry).length < 3400)
          const read = readAll(list, { limit }, hardMaxChars)
          expect(read).toHaveLength(list.length)
          if (whole) expect(read).toEqual(list)
        },
      ),
    )
  })

  it('is never held under 4,000 characters', () => {
    expect(pageOf(entries(20, 'x'.repeat(100)), {}, { ...options, hardMaxChars: 10 }).items).toHaveLength(20)
  })

  it('cuts an entry that is over the bound alone, and goes on behind it', () => {
    const list = [{ path: 'long.md', text: '書'.repeat(50_000) }, { path: 'next.md' }]
    const page: Page<Entry> = pageOf(list, {}, options)
    expect(page.items).toHaveLength(1)
    expect(page.items[0]).toMatchObject({ path: 'long.md', truncated: true })
    expect(page.next_offset).toBe(1)
    expect(readAll(list, {}).map(({ path }) => path)).toEqual(['long.md', 'next.md'])
  })

  it('cuts lists of many short texts too', () => {
    const [item] = pageOf([{ path: 'a.md', labels: Array.from({ length: 20_000 }, () => 'label') }], {}, options).items
    expect(item).toMatchObject({ truncated: true, path: 'a.md' })
    expect(item?.labels?.length).toBeGreaterThan(500)
  })

  it('says that the list has moved when the version passed back is not the list it sees', () => {
    const { version } = pageOf(entries(5), {}, options)
    expect(pageOf(entries(5), { offset: 2, version }, options)).not.toHaveProperty('changed')
    expect(pageOf(entries(6), { offset: 2, version }, options)).toMatchObject({ changed: true })
  })

  it('takes the version of the list before only while every entry is the same', () => {
    const versions = new ListVersions<Entry>()
    const list = entries(5)
    const versionOf = (of: readonly Entry[]) => pageOf(of, {}, { ...options, versions }).version
    const first = versionOf(list)
    expect([versionOf([...list]), versionOf(entries(5)), pageOf(list, {}, options).version]).toEqual([first, first, first])
    expect(versionOf(list.with(2, { path: 'another.md' }))).not.toBe(first)
    expect(versionOf(list.slice(0, 4))).not.toBe(first)
    expect(versionOf([])).not.toBe(first)
    expect(versionOf(list)).toBe(first)
  })
})

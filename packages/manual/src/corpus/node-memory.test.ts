import { parsePath } from '@shoko/core-fs'
import type { FileStamp } from '@shoko/follow'
import { describe, expect, it } from 'vitest'
import { createCatalog } from './catalog.ts'
import { indexedFile } from './file-record.ts'

function catalogOf(files: Readonly<Record<string, string>>) {
  const catalog = createCatalog()
  let edits = 0
  const put = (path: string, text: string) => {
    const stamp: FileStamp = [text.length, ++edits, 0, 0]
    finish(catalog.put(indexedFile(parsePath(path), { text, stamp })))
  }
  for (const [path, text] of Object.entries(files)) put(path, text)
  /** What a search finds, as the memory tells it. */
  const found = () =>
    catalog.ranker
      .rank('boiler')
      .take(100)
      .map(({ ordinal }) => {
        const { file, title } = catalog.nodes.placeAt(ordinal)
        return `${file} ${title}: ${catalog.nodes.wordsAt(ordinal).body.text.trim()}`
      })
      .toSorted()
  return { put, drop: (path: string) => finish(catalog.drop(parsePath(path))), found }
}

function finish(steps: Iterator<undefined, void>): void {
  while (steps.next().done !== true);
}

describe('NodeMemory', () => {
  it('tells of every node what its file says, also after changes that number nodes anew', () => {
    const { put, drop, found } = catalogOf({
      'm/a.md': '# One\n\nBoiler one.\n\n# Two\n\nBoiler two.\n',
      'm/b.md': '# Three\n\nBoiler three.\n',
    })
    const before = ['m/a.md One: boiler one.', 'm/a.md Two: boiler two.', 'm/b.md Three: boiler three.']
    expect(found()).toEqual(before)
    expect(found()).toEqual(before)
    put('m/a.md', '# Zero\n\nBoiler zero.\n\n# One\n\nBoiler one, changed.\n\n# Two\n\nBoiler two.\n')
    const after = ['m/a.md One: boiler one, changed.', 'm/a.md Two: boiler two.', 'm/a.md Zero: boiler zero.', before[2]!]
    expect(found()).toEqual(after)
    drop('m/a.md')
    expect(found()).toEqual([before[2]])
  })

  it('reads texts again that are more than it keeps', () => {
    const text = `# Long\n\nBoiler ${'water '.repeat(6_000)}end.\n`
    const files = Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`m/p${String(index).padStart(3, '0')}.md`, text]))
    const { found } = catalogOf(files)
    const first = found()
    expect(first.every((row) => row.endsWith('water end.'))).toBe(true)
    expect(found()).toEqual(first)
  })
})

import { rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRoot, type RelativePath } from '@shoko/core-fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { vaultWith } from '../../test/vault-tree.ts'
import { readQuery } from '../find/query.ts'
import { Finder } from './finder.ts'
import { createGauge, JobPulse } from './gauge.ts'
import type { FindAnswer } from './protocol.ts'
import { TextCache } from './text-cache.ts'

/** Longer than a file counts as just written. */
const SETTLED_MS = 60
const MEGABYTE = 1024 * 1024

interface FinderOn {
  readonly finder: Finder
  readonly cache: TextCache
  /** Files whose content was asked of the cache since the last call. */
  opened(): string[]
  find(query: string, maxCandidates?: number): Promise<FindAnswer>
}

function finderOn(path: string, options: { readonly indexBytes?: number; readonly isBusy?: () => boolean } = {}): FinderOn {
  const { indexBytes = MEGABYTE, isBusy = () => false } = options
  const root = openRoot(path)
  let opened: string[] = []
  const cache = new (class extends TextCache {
    override open(file: Parameters<TextCache['open']>[0]) {
      opened.push(file.path)
      return super.open(file)
    }
  })(root, 10 * MEGABYTE)
  const finder = new Finder({ cache, indexBytes, isBusy })
  return {
    finder,
    cache,
    opened: () => opened.splice(0),
    async find(query, maxCandidates = 200) {
      opened = []
      const scope = { dir: '' as RelativePath, glob: undefined }
      const job = { kind: 'find', scope, query, terms: readQuery(query), maxCandidates, timeMs: 60_000 } as const
      cache.beginSweep()
      return finder.find(job, { files: root.sync.walk(), pulse: new JobPulse(createGauge()) })
    },
  }
}

async function indexedFinderOn(path: string, options?: Parameters<typeof finderOn>[1]): Promise<FinderOn> {
  const on = finderOn(path, options)
  await sleep(SETTLED_MS)
  await on.find('anything')
  await on.finder.whenIndexed()
  return on
}

describe('an indexed find', () => {
  it('answers what a find without an index answers, in any language and spelling', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(note, { minLength: 1, maxLength: 12 }), fc.infiniteStream(asked), async (notes, queries) => {
        const vault = vaultWith(Object.fromEntries(notes.map((text, index) => [`${index % 3}/${index}.md`, text])))
        const indexed = await indexedFinderOn(vault.path)
        const scanning = finderOn(vault.path, { indexBytes: 0 })
        const fragments = notes.flatMap((text) => [text.slice(0, 3), text.slice(2, 7), text.slice(-4), text])
        for (const query of [...fragments, ...queries.take(25)]) {
          for (const cap of query.trim() === '' ? [] : [200, 2]) {
            expect(await indexed.find(query, cap), JSON.stringify(query)).toEqual(await scanning.find(query, cap))
          }
        }
      }),
      { numRuns: 8 },
    )
  })

  it('opens only the files that can hold the query', async () => {
    const vault = vaultWith({
      'a.md': 'the zebras',
      'b.md': 'nothing',
      'c.md': 'ze-bra',
      'd.md': '休暇の申請',
      'e.bin': Uint8Array.of(0),
    })
    const { find, opened } = await indexedFinderOn(vault.path)
    expect(await find('zebra')).toMatchObject({ files: 4, lines: 4, warnings: 1, firstFile: 'a.md', findings: { length: 2 } })
    expect(opened()).toEqual(['a.md', 'a.md', 'c.md'])
    expect(await find('休暇申請')).toMatchObject({ files: 4, findings: { length: 1 } })
    expect(new Set(opened())).toEqual(new Set(['d.md']))
    await find('giraffe')
    expect(opened()).toEqual([])
  })

  it('sees what has changed, come and gone since', async () => {
    const vault = vaultWith({ 'a.md': 'one', 'b.md': 'two', 'c.md': 'zebra' })
    const { find, finder, opened } = await indexedFinderOn(vault.path)
    writeFileSync(vault.at('a.md'), 'a zebra')
    writeFileSync(vault.at('d.md'), 'zebras')
    rmSync(vault.at('c.md'))
    const paths = async () => (await find('zebra')).findings.map(({ path }) => path)
    expect(await paths()).toEqual(['a.md', 'd.md'])
    await sleep(SETTLED_MS)
    expect(await paths()).toEqual(['a.md', 'd.md'])
    await finder.whenIndexed()
    expect((await find('giraffe')).files).toBe(3)
    expect(opened()).toEqual([])
  })

  it('does without the files for which there is no memory', async () => {
    const texts = Array.from(
      { length: 40 },
      (_, index) => `zebra ${index} ${Array.from({ length: 300 }, (_, word) => `w${index}x${word}`).join(' ')}`,
    )
    const vault = vaultWith(Object.fromEntries(texts.map((text, index) => [`${index}.md`, text])))
    const { find, opened, cache, finder } = await indexedFinderOn(vault.path, { indexBytes: 200_000 })
    for (let round = 0; round < 3; round++) {
      expect((await find('zebra')).findings).toHaveLength(40)
      expect((await find('w39x7')).findings).toMatchObject([{ path: '39.md' }])
      await finder.whenIndexed()
    }
    await find('giraffe')
    const left = new Set(opened()).size
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(40)
    expect(finder.indexedBytes).toBeGreaterThan(0)
    expect(finder.indexedBytes).toBeLessThanOrEqual(200_000)
    expect(cache.usedBytes + finder.indexedBytes).toBeLessThanOrEqual(10 * MEGABYTE)
  })

  it('searches very large files every time, and reads them only for that', async () => {
    const vault = vaultWith({ 'a.md': 'small', 'big.md': `${'lorem ipsum dolor\n'.repeat(150_000)}zebra` })
    const { find, opened } = await indexedFinderOn(vault.path)
    expect((await find('zebra')).findings).toMatchObject([{ path: 'big.md', start: 150_001 }])
    expect(new Set(opened())).toEqual(new Set(['big.md']))
  })
})

describe('the index', () => {
  it('is made only while no job runs', async () => {
    const vault = vaultWith({ 'a.md': 'zebra', 'b.md': 'x' })
    let busy = true
    const { find, opened, finder } = finderOn(vault.path, { isBusy: () => busy })
    await sleep(SETTLED_MS)
    for (let round = 0; round < 3; round++) {
      await find('giraffe')
      await sleep(10)
      expect(opened()).toEqual(['a.md', 'b.md', 'a.md', 'b.md'])
    }
    busy = false
    await finder.whenIndexed()
    await find('giraffe')
    expect(opened()).toEqual([])
  })

  it('leaves out a file that was written this moment: another write could bear the same time', async () => {
    const vault = vaultWith({ 'a.md': 'one' })
    const { find, finder } = finderOn(vault.path)
    for (const word of ['zebra', 'okapi', 'giraffe']) {
      writeFileSync(vault.at('a.md'), word)
      expect((await find(word)).findings).toHaveLength(1)
      await finder.whenIndexed()
    }
  })
})

const word = fc.constantFrom(
  ...'study studies STUDIED dying die the one ones does reunión reuniones reunion artículo ARTICULOS acción configuración'.split(
    ' ',
  ),
  ...'configuraciones niño nin\u0303o Straße strasse STRASSE œuvre ﬁle ＰＯＬＩＣＹ policies v2 a Ⅳ ΣΊΣΥΦΟΣ İstanbul ﬀ'.split(
    ' ',
  ),
  ...'休暇 申請 休暇申請 人事部 環境変数 変数 税 ください りんご サービス ｻｰﾋﾞｽ サービス・レベル レベル が か\u3099 髙橋 𠮷野家 １２３ 한국어'.split(
    ' ',
  ),
)
const gap = fc.constantFrom('', ' ', ' ', '\n', '\r\n', '-', '・', '、', '/', '(', '\u2014', '\u3000', '。', '_', '\u0301')
const scrap = fc.string({ maxLength: 5, unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''))
const mixed = fc.array(
  fc.tuple(fc.oneof({ weight: 8, arbitrary: word }, scrap), gap).map((pair) => pair.join('')),
  { maxLength: 12 },
)
const note = mixed.map((parts) => parts.join(''))
const asked = fc.oneof(
  word,
  fc.tuple(word, gap, word).map((parts) => parts.join('')),
  scrap,
)

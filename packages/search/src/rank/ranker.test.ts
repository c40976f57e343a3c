import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { IndexFormatError } from '../index/binary.ts'
import { normalize } from '../normalize.ts'
import type { RankerDocument } from './corpus.ts'
import type { RankedSection, TakenSection } from './ranked-section.ts'
import { createRanker, loadRanker, type Ranker } from './ranker.ts'

const page = (key: string, title: string, ...sections: (readonly [heading: string, text: string])[]): RankerDocument => ({
  key,
  title,
  sections: [{ headings: [title], text: '' }, ...sections.map(([heading, text]) => ({ headings: [title, heading], text }))],
})

const PAGES = [
  page(
    'pods.md',
    'Pods',
    ['Restart policy', 'A container that exits is restarted by the kubelet.'],
    ['Probes', 'A probe checks whether a container is alive.'],
  ),
  page(
    'volumes.md',
    'Volumes',
    ['Snapshots', 'A snapshot keeps the content of a volume.'],
    ['Resizing', 'A volume can grow while a pod uses it.'],
  ),
  page(
    'red.md',
    'Políticas de red',
    ['Aislamiento', 'Las políticas aíslan los pods de una red.'],
    ['Configuración', 'La configuración de la política está en YAML.'],
  ),
  page(
    'settings.md',
    '環境変数の設定',
    ['コンテナへの定義', 'マニフェストにenvを書くと、コンテナに環境変数を渡せます。'],
    ['注意事項', '秘密情報は書かないでください。'],
  ),
  page('sushi.md', 'すしの作り方', ['ごはん', 'ごはんに酢をまぜます。'], ['りんご', 'デザートはりんごです。']),
]

function filled(documents: readonly RankerDocument[] = PAGES): Ranker {
  const ranker = createRanker()
  for (const document of documents) ranker.add(document)
  return ranker
}

const best = (query: string, ranker = filled()) => {
  const [hit] = ranker.search(query)
  return hit === undefined ? undefined : `${hit.key}#${hit.section}`
}

describe('search', () => {
  it.each([
    ['restart policy', 'pods.md#1'],
    ['when is a container restarting?', 'pods.md#1'],
    ['snapshots of volumes', 'volumes.md#1'],
    ['configuracion de las politicas', 'red.md#2'],
    ['¿Cómo se aíslan los pods de la red?', 'red.md#1'],
    ['コンテナに環境変数を渡すには', 'settings.md#1'],
    ['環境変数設定', 'settings.md#0'],
    ['秘密情報', 'settings.md#2'],
    ['りんご', 'sushi.md#2'],
    ['snapshto', 'volumes.md#1'],
  ])('finds for %j the section that answers', (query, place) => {
    expect(best(query)).toBe(place)
  })

  it('gives nothing for a query without words, without a match, or in an empty index', () => {
    expect(best('!? …')).toBeUndefined()
    expect(best('zzyzx')).toBeUndefined()
    expect(best('pod', createRanker())).toBeUndefined()
  })

  it('answers a query typed without accents exactly as one with them', () => {
    const ranker = filled()
    for (const query of ['políticas de red', '¿Cuál es la configuración?', 'aíslan']) {
      expect(ranker.search(fold(query))).toEqual(ranker.search(query))
    }
  })

  it('finds two words that the text writes as one, and takes them for a pair', () => {
    const ranker = filled([
      page('set.md', 'DaemonSet', ['Uso', 'Los DaemonSets corren en cada nodo.']),
      page('other.md', 'Otros', ['Uso', 'Un daemon corre solo.'], ['Set', 'A set of tools.']),
    ])
    expect(ranker.search('daemon set', { perDocument: true })[0]).toMatchObject({ key: 'set.md', terms: [0, 1] })
    const [hit] = ranker.search('daemon sets', { explain: true })
    expect(hit!.explanation!.parts.pairs).toBeGreaterThan(0)
  })

  it('knows the English plural of an English word in a Spanish question', () => {
    const ranker = filled([
      page('sets.md', 'StatefulSets', ['Usar', 'Los StatefulSets guardan su identidad.']),
      page('x.md', 'Redes', ['Red', 'Las redes del nodo.']),
    ])
    expect(ranker.search('¿qué es un statefulset?')[0]).toMatchObject({ key: 'sets.md', terms: [0] })
  })

  it('counts the title less for a long question than for a name', () => {
    const ranker = filled()
    const title = (query: string) => ranker.search(query, { explain: true })[0]!.explanation!.parts.title
    expect(title('volumes')).toBeCloseTo(2 * title('volumes one two three four five six seven'), 9)
  })

  it('says which words of the query a section holds', () => {
    const [hit] = filled().search('restarted zebra containers kubelet')
    expect(hit).toMatchObject({ key: 'pods.md', section: 1, terms: [0, 2, 3] })
  })

  it('gives at most limit sections, of accepted documents, one a document when asked', () => {
    const ranker = filled()
    expect(ranker.search('container volume pod', { limit: 2 })).toHaveLength(2)
    expect(ranker.search('pod', { accept: (key) => key === 'volumes.md' }).every(({ key }) => key === 'volumes.md')).toBe(true)
    const keys = ranker.search('container pod volume', { perDocument: true }).map(({ key }) => key)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('finds a document that has nothing but a title, and a section that has nothing but a heading', () => {
    const ranker = filled([page('empty.md', 'Etcd'), page('other.md', 'Other', ['Scheduling', ''])])
    expect(best('etcd', ranker)).toBe('empty.md#0')
    expect(best('scheduling', ranker)).toBe('other.md#1')
  })

  it('survives documents without sections and texts of any kind', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 4 }), fc.string({ unit: 'binary' }), (texts, query) => {
        const ranker = createRanker()
        ranker.add({ key: 'a', title: texts[0] ?? '', sections: texts.map((text) => ({ headings: [], text })) })
        ranker.add({ key: 'b', title: query, sections: [] })
        for (const { score } of ranker.search(query)) expect(Number.isFinite(score) && score > 0).toBe(true)
      }),
    )
  })

  it("tells where a word of the query may stand in the section's own heading", () => {
    const headed = (query: string) =>
      Object.fromEntries(
        filled()
          .search(query, { limit: 50 })
          .map(({ key, section, headed }) => [`${key}#${section}`, headed]),
      )
    expect(headed('volume')).toMatchObject({ 'volumes.md#0': true, 'volumes.md#1': false, 'volumes.md#2': false })
    expect(headed('container probes')).toMatchObject({ 'pods.md#1': false, 'pods.md#2': true })
  })

  it('takes a query of ten thousand characters', () => {
    expect(best(`restart policy ${'palabra コンテナ '.repeat(1_000)}`)).toBeDefined()
  })
})

describe('explain', () => {
  it('gives the parts that a score is the sum of, and each word of the query', () => {
    const [hit] = filled().search('restarting containers', { explain: true })
    const { parts, terms } = hit!.explanation!
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(hit!.score, 9)
    expect(terms.map(({ term, likeness }) => [term, likeness])).toEqual([
      ['restarting', 1],
      ['containers', 1],
    ])
    expect(terms.every(({ score }) => score > 0)).toBe(true)
  })

  it('explains sections that are asked for, and not one that is gone', () => {
    const ranker = filled()
    const hits = ranker.search('container volume')
    const explained = ranker.search('container volume', { explain: true })
    expect(ranker.explain('container volume', [hits[1]!, { ...hits[0]!, key: 'gone.md' }])).toEqual([
      explained[1]!.explanation,
      undefined,
    ])
  })

  it('shows no late parts for a section beyond those that are read word by word', () => {
    const ranker = filled(
      Array.from({ length: 200 }, (_, i) => page(`${i}.md`, `Page ${i}`, ['Part', `zebra ${'filler '.repeat(i)}`])),
    )
    const hits = ranker.search('zebra', { limit: 400, explain: true })
    for (const { score, explanation } of [hits[0]!, hits.at(-1)!]) {
      expect(Object.values(explanation!.parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 9)
    }
    expect(hits.at(-1)!.explanation!.parts.similarity).toBe(0)
  })

  it('changes nothing about the answer', () => {
    const ranker = filled()
    const plain = ranker.search('container volume')
    const explained = ranker.search('container volume', { explain: true })
    expect(explained.map(({ explanation: _, ...hit }) => hit)).toEqual(plain)
    expect(ranker.search('container volume')).toEqual(plain)
  })
})

describe('changes', () => {
  const words = fc
    .array(fc.constantFrom('pod', 'nodes', 'volúmenes', '環境変数', '設定', 'the', 'restart'), { maxLength: 6 })
    .map((list) => list.join(' '))
  const document = fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    title: words,
    sections: fc.array(fc.record({ headings: fc.array(words, { maxLength: 2 }), text: words }), { maxLength: 4 }),
  })
  const queries = ['pod nodes', 'volumenes', '環境変数の設定', 'restarting the pod']
  const answers = (ranker: Ranker) => queries.map((query) => ranker.search(query, { limit: 50 }))

  it('leave an index that answers as one built from what is left, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), document), { maxLength: 25 }), (steps) => {
        const ranker = createRanker()
        const left = new Map<string, RankerDocument>()
        for (const [adds, item] of steps) {
          if (adds) ranker.add(item)
          else expect(ranker.remove(item.key)).toBe(left.has(item.key))
          left.delete(item.key)
          if (adds) left.set(item.key, item)
        }
        const expected = answers(filled([...left.values()].reverse()))
        expect(answers(ranker)).toEqual(expected)
        expect(answers(loadRanker(ranker.save()))).toEqual(expected)
        expect(ranker.keys()).toEqual([...left.keys()].sort())
      }),
      { numRuns: 60 },
    )
  })

  it('can go on after loading', () => {
    const ranker = loadRanker(filled(PAGES.slice(0, 2)).save())
    for (const item of PAGES.slice(1)) ranker.add(item)
    expect(ranker.size).toBe(PAGES.length)
    expect(ranker.search('container restart 環境変数 red')).toEqual(filled().search('container restart 環境変数 red'))
  })

  it('do not pile up: what was removed goes when there is much of it', () => {
    const ranker = filled()
    const expected = ranker.search('container')
    for (let round = 0; round < 600; round++) ranker.add(PAGES[0]!)
    expect(ranker.byteSize).toBeLessThan(filled().byteSize * 3)
    expect(ranker.search('container')).toEqual(expected)
  })

  it('give up the words of a long text that is written anew, and rank the rest as before', () => {
    const words = (round: number) => Array.from({ length: 6_000 }, (_, n) => `w${round}x${n.toString(36)} 第${round}回${n}号`)
    const long = (round: number) => page('long.md', 'Long', ['All', words(round).join('\n')])
    const ranker = filled()
    for (let round = 0; round < 12; round++) ranker.add(long(round))
    expect(ranker.size).toBe(PAGES.length + 1)
    const fresh = filled([...PAGES, long(11)])
    const queries = ['container restart', 'w11xa', '第11回7号', '環境変数', 'políticas de red', 'w3xa']
    for (const query of queries) expect(ranker.search(query)).toEqual(fresh.search(query))
    expect(ranker.byteSize).toBeLessThan(fresh.byteSize * 2)
    expect(loadRanker(ranker.save()).search('w11xa container')).toEqual(fresh.search('w11xa container'))
    const saved = loadRanker(ranker.save())
    for (let round = 12; round < 18; round++) saved.add(long(round))
    expect(saved.byteSize).toBeLessThan(fresh.byteSize * 2)
  })

  it('are found with the last step, and until then what was there before', () => {
    const ranker = filled()
    const found = () => ranker.search('container restart').map(({ key, section }) => [key, section])
    const before = found()
    const text = Array.from({ length: 40_000 }, (_, n) => `container ${n}`).join('\n')
    const changed = page('pods.md', 'Pods', ['Restart', text], ['Colours', 'Green containers restart.'])
    let count = 0
    for (const _ of ranker.addInSteps(changed)) {
      count++
      expect(found()).toEqual(before)
      expect(ranker.keys()).toEqual(filled().keys())
    }
    // The words are taken in as they are read, the text in pieces before that.
    expect(count).toBeGreaterThan(170)
    expect(ranker.search('green container')).toEqual(filled([changed, ...PAGES.slice(1)]).search('green container'))
  })

  it('stay as they were when the steps are not all taken', () => {
    const ranker = filled()
    const steps = ranker.addInSteps(page('pods.md', 'Pods', ['Restart', 'Green.']))
    for (let step = 0; step < 3; step++) steps.next()
    ranker.add(page('new.md', 'New', ['Section', 'green text']))
    expect(ranker.search('green container')).toEqual(
      filled([...PAGES, page('new.md', 'New', ['Section', 'green text'])]).search('green container'),
    )
  })

  it('leave a ranking over when the sections are numbered anew', () => {
    const ranker = filled()
    for (const { key } of PAGES.slice(1)) ranker.remove(key)
    for (let round = 0; round < 400; round++) {
      for (const _ of ranker.addInSteps(PAGES[0]!));
    }
    const ranking = ranker.rank('container')
    for (const _ of ranker.tidyInSteps());
    expect(ranking.take(3)).toEqual([])
    expect(ranker.search('container')).toEqual(filled([PAGES[0]!]).search('container'))
  })
})

describe('texts that are folded already', () => {
  it('are found by the same words, with the same scores', () => {
    const word = fc.constantFrom(
      'Straße',
      'cañón',
      'e\u0301xito',
      'ＦＵＬＬ',
      'ﾊﾝｶｸ',
      '設定方法',
      'Æther',
      'pods',
      '—',
      '\n\n',
      '¿qué',
      'the',
      'v1',
    )
    const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), text, (texts, query) => {
        const document = (fold: (text: string) => string) => ({
          key: 'a',
          title: 'Ñandú',
          sections: texts.map((body) => ({ headings: ['Ñandú', 'Año'], text: fold(body) })),
        })
        const ranker = filled([document((body) => body)])
        const other = filled([{ ...document((body) => fold(normalize(body))), isFolded: true }])
        expect(other.search(query, { explain: true })).toEqual(ranker.search(query, { explain: true }))
      }),
    )
  })
})

describe('a saved ranker', () => {
  it('is refused when it was cut, changed, or is something else', () => {
    const bytes = filled().save()
    for (const at of [5, 9, 40, bytes.length >> 1, bytes.length - 100]) {
      const changed = bytes.slice()
      changed[at]! ^= 4
      expect(() => loadRanker(changed)).toThrow(IndexFormatError)
    }
    expect(() => loadRanker(bytes.slice(0, bytes.length - 8))).toThrow(IndexFormatError)
    expect(() => loadRanker(new Uint8Array(100))).toThrow(IndexFormatError)
  })

  it('answers alike when documents were removed and replaced before', () => {
    const ranker = filled()
    const [first] = ranker.keys()
    ranker.remove(first!)
    ranker.add(page('volumes.md', 'Volumes', ['Snapshots', 'a snapshot of a volume, taken anew']))
    const loaded = loadRanker(ranker.save())
    const all = (of: Ranker) => ['snapshot volume', 'restart policy', 'pod'].map((query) => of.search(query, { explain: true }))
    expect([loaded.size, loaded.keys(), all(loaded)]).toEqual([ranker.size, ranker.keys(), all(ranker)])
    loaded.remove('volumes.md')
    ranker.remove('volumes.md')
    expect(all(loaded)).toEqual(all(ranker))
  })

  it('is the same in steps, and given up when a document comes or goes in between', () => {
    const ranker = filled()
    const taken = (between: (step: number) => void) => {
      const steps = ranker.saveInSteps(8)
      for (let count = 1; ; count++) {
        const step = steps.next()
        if (step.done === true) return { saved: step.value, count }
        between(count)
      }
    }
    const { saved, count } = taken(() => ranker.search('snapshot'))
    expect(count).toBeGreaterThan(20)
    expect(saved).toEqual(ranker.save(8))
    const added = taken((step) => step === 5 && ranker.add(page('new.md', 'New', ['Section', 'text'])))
    const removed = taken((step) => step === count - 1 && ranker.remove('new.md'))
    const adding = ranker.addInSteps(page('new.md', 'New', ['Section', 'text']))
    const begun = taken((step) => step % 7 === 0 && adding.next())
    expect([added.saved, removed.saved, begun.saved]).toEqual([undefined, undefined, undefined])
  })

  it('loads from bytes that lie anywhere in a larger buffer', () => {
    const bytes = filled().save()
    const shifted = new Uint8Array(bytes.length + 3)
    shifted.set(bytes, 3)
    expect(loadRanker(shifted.subarray(3)).search('snapshot')).toEqual(filled().search('snapshot'))
  })
})

/** As a search would give them. */
function located(ranker: Ranker, taken: readonly TakenSection[]): RankedSection[] {
  return taken.map(({ ordinal, ...found }) => ({ ...ranker.locate(ordinal), ...found }))
}

describe('a deadline', () => {
  const many = () =>
    filled(
      Array.from({ length: 3_000 }, (_, index) => page(`p${index}.md`, `Page ${index}`, ['Pumps', `pump valve seal ${index}`])),
    )

  it('ends a search with what it has, ranked, and says so', () => {
    const ranker = many()
    let looks = 0
    const ranking = ranker.rank('pump valve seal', { isOver: () => ++looks > 1 })
    const sections = ranking.take(20)
    expect(ranking.cut).toBe(true)
    expect(looks).toBe(2)
    expect(sections).toHaveLength(20)
    const scores = sections.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(scores[0]).toBeLessThan(ranker.search('pump valve seal')[0]!.score)
  })

  it('lets something be found however early it comes', () => {
    const ranking = many().rank('pump valve seal', { isOver: () => true })
    expect(ranking.take(10)).toHaveLength(10)
    expect(ranking.cut).toBe(true)
  })

  it('changes nothing when it does not come', () => {
    const ranker = many()
    const ranking = ranker.rank('pump valve seal', { isOver: () => false })
    const sections = ranking.take(10)
    expect(ranking.cut).toBe(false)
    expect(located(ranker, sections)).toEqual(ranker.search('pump valve seal'))
  })

  it('cuts one search and not the next', () => {
    const ranker = many()
    const before = ranker.search('seal 7')
    ranker.rank('pump valve seal', { isOver: () => true }).take(10)
    expect(ranker.search('seal 7')).toEqual(before)
  })
})

describe('a ranking', () => {
  const pages = Array.from({ length: 400 }, (_, index) =>
    page(`p${index}.md`, `Page ${index}`, ['Pumps', `pump ${'valve '.repeat(index % 7)}`], ['Seals', `seal ${index % 5}`]),
  )

  it('remembers what many words have in common only until a document changes', () => {
    // Twenty words with pieces in common, none of which is asked for.
    const documents = [...'abcdefghijklmnopqrst'].map((letter) => page(`${letter}.md`, letter, ['Section', `${letter}station`]))
    const added = page('z.md', 'z', ['Section', 'zstation'])
    const ranker = filled(documents)
    const found = (of = ranker) => of.search('gestation', { limit: 100 })
    expect(found().length).toBeGreaterThanOrEqual(20)
    expect(found()).toEqual(found())
    ranker.add(added)
    expect(found()).toEqual(found(filled([...documents, added])))
    ranker.remove('c.md')
    expect(found()).toEqual(found(filled([...documents, added].filter(({ key }) => key !== 'c.md'))))
  })

  it('gives, taken piece by piece, what one search gives', () => {
    const ranker = filled(pages)
    const query = 'pump valve seal 3'
    const whole = ranker.search(query, { limit: 2_000 })
    const ranking = ranker.rank(query)
    const pieces = [7, 100, 1, 300, 2_000].flatMap((count) => ranking.take(count))
    expect(located(ranker, pieces)).toEqual(whole)
    expect(ranking.take(1)).toEqual([])
  })

  it('passes over sections without a word of the query from when it is told to', () => {
    const ranker = filled([
      page('a.md', 'Stations', ['Trains', 'station platform']),
      ...[...'bcdefghij'].map((letter) => page(`${letter}.md`, letter, ['Section', `${letter}station`])),
      page('k.md', 'Trains', ['Seats', 'a train at a station']),
    ])
    const all = ranker.rank('station train').take(100)
    const isWorded = ({ terms }: { readonly terms: readonly number[] }) => terms.length > 0
    expect(new Set(located(ranker, all.filter(isWorded)).map(({ key }) => key))).toEqual(new Set(['a.md', 'k.md']))
    expect(all.some((section) => !isWorded(section))).toBe(true)
    const ranking = ranker.rank('station train')
    const first = ranking.take(1)
    expect([...first, ...ranking.take(100, { withWords: true })]).toEqual([all[0], ...all.slice(1).filter(isWorded)])
  })

  it('tells every section of the index apart', () => {
    const ranker = filled(pages)
    const taken = ranker.rank('pump seal').take(2_000)
    expect(new Set(taken.map(({ ordinal }) => ordinal)).size).toBe(taken.length)
    expect(new Set(located(ranker, taken).map(({ key, section }) => `${key} ${section}`)).size).toBe(taken.length)
  })

  it('goes on whatever else is searched meanwhile', () => {
    const ranker = filled(pages)
    const whole = ranker.rank('pump').take(pages.length * 10)
    const ranking = ranker.rank('pump')
    const taken = []
    for (let next = ranking.take(50); next.length > 0; next = ranking.take(50)) {
      taken.push(...next)
      ranker.search('seal')
    }
    expect(taken).toEqual(whole)
  })

  it('is over once a document has changed', () => {
    const ranker = filled(pages)
    const ranking = ranker.rank('pump')
    expect(ranking.take(1)).toHaveLength(1)
    ranker.add({ key: 'new', title: 'pump', sections: [{ headings: [], text: 'pump' }] })
    expect(ranking.take(1)).toEqual([])
  })
})

describe('words that look alike', () => {
  it.each([
    ['puerto', 'puerta'],
    ['caso', 'casa'],
    ['puerta', 'puerto'],
    ['casa', 'caso'],
  ])('ranks %s before %s, though both have one stem', (asked, other) => {
    const ranker = createRanker()
    const text = (word: string) => `El ${word} está en la ciudad y el ${word} es viejo.`
    for (const [key, word] of [
      ['a', other],
      ['b', asked],
      ['c', other],
    ] as const) {
      ranker.add({ key, title: 'Nota', sections: [{ headings: [], text: text(word) }] })
    }
    expect(ranker.search(`¿dónde está el ${asked}?`)[0]?.key).toBe('b')
  })
})

describe('words that are grammar most of the time', () => {
  const ranker = createRanker()
  const texts = {
    state: 'El estado del volumen es conocido. El estado cambia.',
    end: 'La terminación del proceso se anuncia. La terminación es ordenada.',
    participles: 'Usado, pesado, tratado, testado, contado y cantado por todos.',
  }
  for (const [key, text] of Object.entries(texts)) ranker.add({ key, title: 'Nota', sections: [{ headings: [], text }] })

  it('count less than the others', () => {
    expect(ranker.search('estado de terminación').map(({ key }) => key)).toEqual(['end', 'state'])
  })

  it('are found where nothing else is asked for', () => {
    expect(ranker.search('¿estado?')[0]?.key).toBe('state')
  })
})

describe('save', () => {
  it('leaves room in front for what else goes into the file', () => {
    const ranker = filled()
    const saved = ranker.save(64)
    expect(saved.subarray(0, 64).every((byte) => byte === 0)).toBe(true)
    expect(saved.subarray(64)).toEqual(ranker.save())
    expect(loadRanker(saved.subarray(64)).search('restart policy')).toEqual(ranker.search('restart policy'))
  })
})

describe('terms', () => {
  it('are the words that hits are numbered by', () => {
    const ranker = filled()
    const terms = ranker.terms('restart policy of sushi').map(({ text }) => text)
    expect(terms).toEqual(['restart', 'policy', 'sushi'])
    const [hit] = ranker.search('restart policy of sushi')
    expect(hit?.terms.map((term) => terms[term])).toEqual(['restart', 'policy'])
  })
})

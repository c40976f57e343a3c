import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { presentTerms, queryTerms } from '../analyse/query-terms.ts'
import { choosePassages } from './choose-passages.ts'
import { prepareSection } from './section.ts'

const INSURANCE = `入院給付金は、入院した日から支払います。手術給付金は別に定めます。

- 請求は30日以内に行ってください。
- 書類は窓口で受け取れます。

| 項目 | 金額 |
|---|---|
| 入院 | 5,000円 |
| 通院 | 3,000円 |
`

const MOON =
  'Apollo 11 was launched by a Saturn V rocket from Kennedy Space Center. Armstrong became the first person to step onto the lunar surface six hours later, on July 21. Aldrin joined him nineteen minutes later. They collected 47.5 pounds of material. Collins piloted the command module alone in orbit.'

describe('choosePassages', () => {
  it('gives the sentence that answers, verbatim and with its lines', () => {
    const [best] = choosePassages('Who became the first person to step onto the lunar surface?', [{ text: MOON }], {
      maxChars: 110,
    })
    expect(best).toMatchObject({ source: 0, startLine: 1, endLine: 1 })
    expect(best!.text).toBe('Armstrong became the first person to step onto the lunar surface six hours later, on July 21.')
    expect(MOON.slice(best!.start, best!.end)).toBe(best!.text)
  })

  it('counts lines from where the text begins, and takes items and rows as they are', () => {
    const source = { text: INSURANCE, startLine: 11, headings: ['医療保険'] }
    const [claim] = choosePassages('請求は何日以内', [source], { maxChars: 20 })
    expect(claim).toMatchObject({ startLine: 13, endLine: 13, text: '- 請求は30日以内に行ってください。' })
    const [row] = choosePassages('通院はいくら', [source], { maxChars: 20 })
    expect(row).toMatchObject({ startLine: 19, endLine: 19, text: '| 通院 | 3,000円 |' })
  })

  it('shows what stands beside the best sentences until the letters are used', () => {
    const [best, ...rest] = choosePassages('first person on the lunar surface', [{ text: MOON }], {
      maxPassages: 1,
      maxChars: 250,
    })
    expect(rest).toEqual([])
    expect(best!.text).toContain('Armstrong')
    expect(best!.text).toContain('Aldrin joined him nineteen minutes later.')
    expect(best!.text.length).toBeLessThanOrEqual(250)
  })

  it('shows the paragraph that says more of what is asked, when single sentences say the same', () => {
    const text = [
      'The bridge opened in spring. Its towers are painted white every year.',
      'The bridge opened in spring. Its engineer, Ada Ruiz, drew the cables of the bridge by hand.',
    ].join('\n\n')
    const [best] = choosePassages('Which engineer drew the bridge that opened in spring?', [{ text }], { maxChars: 120 })
    expect(best!.text).toContain('Ada Ruiz')
  })

  it('goes by words that stand side by side, when two sentences hold the same words', () => {
    const sources = [{ text: 'The north of the market gate was closed.' }, { text: 'The north gate of the market was closed.' }]
    const [best] = choosePassages('Which north gate was closed?', sources, { maxPassages: 1, maxChars: 45 })
    expect(best).toMatchObject({ source: 1 })
  })

  it('joins good sentences of one paragraph with what stands between them', () => {
    const filler = 'Nobody was there to see it happen.'
    const text = `The kiln reaches 1,300 degrees. ${filler} The kiln cools for two days.\n\n${filler}\n\nA kiln of brick lasts longer.`
    const passages = choosePassages('kiln', [{ text }], { maxPassages: 2, maxChars: 140 })
    expect(passages.map(({ startLine }) => startLine).toSorted()).toEqual([1, 5])
    expect(passages.find(({ startLine }) => startLine === 1)!.text).toBe(text.split('\n')[0])
  })

  it('is not less sure because of what ranks far behind', () => {
    const answer = { text: 'The warranty lasts ten years.', score: 10 }
    const also = 'The warranty lasts ten years in other shops.'
    const [alone] = choosePassages('How long does the warranty last?', [answer])
    const [far] = choosePassages('How long does the warranty last?', [answer, { text: also, score: 3 }])
    const [near] = choosePassages('How long does the warranty last?', [answer, { text: also, score: 9 }])
    expect(far!.evidence.next).toBe(alone!.evidence.next)
    expect(near!.evidence.next).toBeGreaterThan(far!.evidence.next)
  })

  it('shows a section whose own heading names what is asked, though its text says it in other words', () => {
    const title = 'Orders'
    const sources = [
      {
        text: 'Send it again at our cost when the carrier has lost it.',
        headings: [title, 'Lost parcels'],
        hasOwnHeading: true,
        score: 8,
      },
      { text: 'Below 35 the flat rate is 4.20.', headings: [title, 'Shipping rates'], hasOwnHeading: true, score: 10 },
    ]
    const places = choosePassages('How much does shipping cost?', sources).map(({ source }) => source)
    expect(places).toContain(1)
  })

  it('follows the ranking further where sections have headings of their own', () => {
    const ask = (hasOwnHeading: boolean) => {
      const texts = ['The kiln, its glaze and the shelf.', 'The kiln, its glaze, the shelf and the temperature.']
      const sources = texts.map((text, place) => ({
        text,
        headings: ['Clay', 'Firing'],
        hasOwnHeading,
        score: place === 0 ? 10 : 5,
      }))
      return choosePassages('kiln glaze shelf temperature', sources, { information: () => 1 })[0]!.source
    }
    expect(ask(false)).toBe(1)
    expect(ask(true)).toBe(0)
  })

  it('is less sure where the one word that matters is not there', () => {
    const source = { text: 'The barista makes twelve drinks. The barista cleans the bar.', score: 10 }
    const told = ({ surface }: { surface: string }) => (surface === 'salary' ? 3 : 2)
    const ask = (query: string) => choosePassages(query, [source], { information: told })[0]!.confidence
    expect(ask('barista salary')).toBeLessThan(0.5)
    expect(ask('barista drinks')).toBeGreaterThan(0.7)
  })

  it('takes from several sources and says from which', () => {
    const sources = [
      { text: 'Los gatos duermen mucho.' },
      { text: 'El puerto de Vigo abre a las ocho.' },
      { text: 'La puerta está cerrada.' },
    ]
    const passages = choosePassages('¿A qué hora abre el puerto?', sources)
    expect(passages[0]).toMatchObject({ source: 1 })
    // A look-alike is less sure than the word, and what holds nothing is not shown.
    expect(passages.map(({ source }) => source)).not.toContain(0)
    for (const { confidence } of passages.slice(1)) expect(confidence).toBeLessThan(passages[0]!.confidence / 2)
  })

  it('is sure of what holds the question and not of what holds a word of it', () => {
    const sources = [{ text: MOON, score: 10 }]
    const ask = (query: string) => choosePassages(query, sources)[0]?.confidence ?? 0
    expect(ask('Who was the first person on the lunar surface?')).toBeGreaterThan(0.5)
    expect(ask('Which rocket company sells tickets to Mars?')).toBeLessThan(0.3)
    expect(ask('zebra')).toBe(0)
  })

  it('takes sections that were prepared before, and the information of an index', () => {
    const section = prepareSection(MOON)
    const information = ({ surface }: { surface: string }) => (surface === 'aldrin' ? 9 : 1)
    const [best] = choosePassages('Armstrong Collins Aldrin', [{ text: section }], { information, maxChars: 60 })
    expect(best!.text).toBe('Aldrin joined him nineteen minutes later.')
  })

  it('keeps its limits, repeats nothing and stays verbatim, whatever the text', () => {
    const word = fc.constantFrom(
      'alpha',
      'beta',
      '入院',
      '給付金',
      '。',
      '. ',
      '\n',
      '\n\n',
      '- ',
      '1. ',
      '| ',
      '```\n',
      'x'.repeat(600),
      ' ',
      '。',
    )
    const text = fc.array(word, { maxLength: 80 }).map((words) => words.join(''))
    const limits = fc.record({ maxPassages: fc.integer({ min: 0, max: 4 }), maxChars: fc.integer({ min: 0, max: 900 }) })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), limits, (texts, { maxPassages, maxChars }) => {
        const passages = choosePassages(
          'alpha 入院給付金 beta',
          texts.map((text) => ({ text })),
          { maxPassages, maxChars },
        )
        expect(passages.length).toBeLessThanOrEqual(maxPassages)
        expect(passages.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(maxChars)
        for (const [place, { source, start, end, text, startLine, endLine, confidence }] of passages.entries()) {
          const lines = (upTo: number) => texts[source]!.slice(0, upTo).split('\n').length
          expect(texts[source]!.slice(start, end)).toBe(text)
          expect([startLine, endLine]).toEqual([lines(start), lines(end)])
          expect(confidence >= 0 && confidence <= 1).toBe(true)
          for (const other of passages.slice(place + 1)) {
            expect(other.source !== source || other.start >= end || other.end <= start).toBe(true)
          }
        }
      }),
    )
  })

  it.each([
    ['next steps', 'Next steps', '- Call the plumber.\n- Order the parts.'],
    ['¿Cuáles son los próximos pasos?', 'Próximos pasos', '- Llamar al fontanero.\n- Pedir las piezas.'],
    ['保証期間', '保証期間', '購入日から一年です。'],
  ])('give what stands below a heading that says what is asked: %s', (question, heading, text) => {
    const [best] = choosePassages(question, [
      { text: 'The kitchen was painted in May.', headings: ['Kitchen'], score: 1 },
      { text, headings: ['Kitchen', heading], score: 2 },
    ])
    expect(best).toMatchObject({ source: 1, text })
    expect(best!.confidence).toBeGreaterThan(0.5)
  })

  it('do not take a section for the answer whose own heading says nothing of the question', () => {
    const sources = [{ text: 'Paint costs 200.', headings: ['Next steps', 'Budget'] }]
    expect(choosePassages('next steps', sources).map(({ confidence }) => confidence)).toEqual([])
  })

  it.each([
    ['How are the filters cleaned?', 'Clean the filter weekly. The pump is silent. Cleaning takes an hour.'],
    ['¿Cuándo se limpian los filtros?', 'El filtro se limpia cada semana. La bomba es silenciosa. Filtros de café.'],
    ['入院給付金の請求', '入院給付金は請求書で請求する。通院は別である。請求は郵送で行う。'],
  ])('say of every sentence which words of the question it holds: %s', (question, text) => {
    const terms = queryTerms(question)
    const section = prepareSection(text)
    const [passage] = choosePassages(question, [{ text: section, headings: ['Filter / 請求'] }], { terms })
    expect(passage!.sentences.map(({ place }) => place)).toEqual([0, 1, 2])
    for (const { place, held } of passage!.sentences) {
      expect([...held]).toEqual(presentTerms(section.sentences.at(place).text, terms).map(Number))
    }
    expect([...passage!.headed]).toEqual(presentTerms('Filter / 請求', terms).map(Number))
    expect([...passage!.sentences[0]!.held]).toContain(1)
    expect([...passage!.sentences[1]!.held]).not.toContain(1)
  })
})

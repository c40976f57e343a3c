import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editFrontMatter, readFrontMatter, renderFrontMatter } from './front-matter.ts'

describe('readFrontMatter', () => {
  it('reads the block at the beginning and the text after it', () => {
    expect(readFrontMatter('---\ntitle: A\ntags: [a, b]\n---\n# Body\n')).toEqual({
      data: { title: 'A', tags: ['a', 'b'] },
      body: '# Body\n',
      present: true,
    })
    expect(readFrontMatter('\uFEFF---\r\na: 1\r\n---\r\nbody')).toEqual({ data: { a: 1 }, body: 'body', present: true })
    expect(readFrontMatter('---\ra: 1\rb: 2\r---\rbody')).toEqual({ data: { a: 1, b: 2 }, body: 'body', present: true })
    expect(readFrontMatter('---\n---\n')).toEqual({ data: {}, body: '', present: true })
    expect(readFrontMatter('---\n# only a comment\n---')).toEqual({ data: {}, body: '', present: true })
  })

  it.each(['', 'text', '# Title\n---\na: 1\n---\n', '---\nnever closed', ' ---\na: 1\n---\n', '----\na: 1\n----\n'])(
    'finds none in %j',
    (text) => {
      expect(readFrontMatter(text)).toEqual({ data: {}, body: text, present: false })
    },
  )

  it('keeps dates as the text they are, and takes the last of two equal keys', () => {
    expect(readFrontMatter('---\ndate: 2024-01-02\na: 1\na: 2\n---\n').data).toEqual({ date: '2024-01-02', a: 2 })
  })

  it.each([
    ['broken YAML', '---\na: [1\nb: 2\n---\nbody'],
    ['a list', '---\n- a\n---\nbody'],
    ['plain words', '---\njust words\n---\nbody'],
    ['an alias without an anchor', '---\na: *x\n---\nbody'],
    ['more than 64 KB', `---\na: ${'x'.repeat(70_000)}\n---\nbody`],
    [
      'a bomb of aliases',
      `---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]\n---\nbody`,
    ],
  ])('reports %s and leaves it untouched', (_title, text) => {
    expect(readFrontMatter(text)).toEqual({ data: {}, body: 'body', present: true, problem: expect.any(String) })
    expect(editFrontMatter(text, { title: 'new' }, { createIfMissing: true })).toBe(text)
  })

  it('names the line of a mistake and no content', () => {
    expect(readFrontMatter('---\na: 1\nb: "secret\n---\n').problem).toMatch(/line \d/)
    expect(readFrontMatter('---\na: 1\nb: "secret\n---\n').problem).not.toContain('secret')
  })

  it('runs no code and reaches no prototype', () => {
    const { data } = readFrontMatter('---\n__proto__: {polluted: true}\nf: !!js/function "function(){}"\nconstructor: x\n---\n')
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    expect(typeof data.f).not.toBe('function')
    expect(readFrontMatter('---js\n{ a: process.exit(1) }\n---\n').present).toBe(false)
  })
})

describe('editFrontMatter', () => {
  const note = [
    '---',
    '# about this note',
    "title: 'It''s'   # quoted",
    'status: todo # open',
    'tags:',
    '- a',
    '- b # why',
    '',
    'links: [x,   y]',
    'text: |',
    '  two',
    '  lines',
    '',
    'empty:',
    '---',
    'status: body',
    '',
  ].join('\n')
  const edit = (changes: Record<string, unknown>, order?: readonly string[]) =>
    editFrontMatter(note, changes, order === undefined ? {} : { order })

  it.each<[string, Record<string, unknown>, string, string]>([
    ['a plain value before a comment', { status: 'done' }, 'status: todo # open', 'status: done # open'],
    ['a quoted value in its quotes', { title: 'New' }, "title: 'It''s'   # quoted", "title: 'New'   # quoted"],
    ['a block list as a block list', { tags: ['c', 'd'] }, '- a\n- b # why\n', '- c\n- d\n'],
    ['a flow list as a flow list', { links: ['z'] }, 'links: [x,   y]', 'links: [z]'],
    ['a block text', { text: 'one' }, 'text: |\n  two\n  lines\n', 'text: one\n'],
    ['a key without a value', { empty: 5 }, 'empty:\n', 'empty: 5\n'],
    ['text that needs quotes', { status: 'a: b # c' }, 'status: todo # open', 'status: "a: b # c" # open'],
    ['text of two lines before a comment', { status: 'a\nb\n' }, 'status: todo # open', 'status: "a\\nb\\n" # open'],
    ['a list by a value', { tags: 'one' }, 'tags:\n- a\n- b # why\n', 'tags: one\n'],
    ['a value by an object', { empty: { a: [1] } }, 'empty:\n', 'empty:\n  a:\n    - 1\n'],
  ])('replaces %s', (_title, changes, before, after) => {
    expect(note).toContain(before)
    expect(edit(changes)).toBe(note.replace(before, () => after))
  })

  it('removes a key with null and leaves it with undefined', () => {
    expect(edit({ tags: null })).toBe(note.replace('tags:\n- a\n- b # why\n', ''))
    expect(edit({ status: null })).toBe(note.replace('status: todo # open\n', ''))
    expect(edit({ status: undefined, missing: null })).toBe(note)
  })

  it('leaves a value alone that is there already, however it is written', () => {
    expect(edit({ title: "It's", tags: ['a', 'b'], links: ['x', 'y'], text: 'two\nlines\n', status: 'todo' })).toBe(note)
  })

  it('puts a new key to its place in the order, else to the end', () => {
    expect(edit({ due: '2024-01-01' })).toBe(note.replace('empty:\n', 'empty:\ndue: 2024-01-01\n'))
    expect(edit({ due: 'x' }, ['title', 'due', 'tags'])).toBe(note.replace('status:', 'due: x\nstatus:'))
    expect(edit({ id: 1 }, ['id', 'title'])).toBe(note.replace('title:', 'id: 1\ntitle:'))
    expect(edit({ after: 1 }, ['tags', 'after'])).toBe(note.replace('- b # why\n', '- b # why\nafter: 1\n'))
    expect(edit({ due: 'x' }, ['nothing', 'due', 'here'])).toBe(note.replace('empty:\n', 'empty:\ndue: x\n'))
  })

  it('keeps CRLF and the BOM', () => {
    const crlf = '\uFEFF---\r\na: 1\r\nb:\r\n  - x\r\n---\r\nbody\r\n'
    expect(editFrontMatter(crlf, { a: 2, b: ['y', 'z'], c: 'p\nq\n' })).toBe(
      '\uFEFF---\r\na: 2\r\nb:\r\n  - y\r\n  - z\r\nc: |\r\n  p\r\n  q\r\n---\r\nbody\r\n',
    )
    expect(editFrontMatter('---\ra: 1\r---\rbody', { a: 2, b: 3 })).toBe('---\ra: 2\rb: 3\r---\rbody')
  })

  it('edits a mapping in braces', () => {
    const braces = '---\n{a: 1, b: [x]} # why\n---\n'
    expect(editFrontMatter(braces, { a: 2, c: 'y' })).toBe('---\n{a: 2, b: [x], c: y} # why\n---\n')
    expect(readFrontMatter(editFrontMatter(braces, { a: null })).data).toEqual({ b: ['x'] })
  })

  it('prefers the meaning to the looks where an anchor is used elsewhere', () => {
    const anchored = '---\nbase: &b {x: 1}\nother: *b\n---\nbody'
    const edited = editFrontMatter(anchored, { base: 2 })
    expect(readFrontMatter(edited)).toMatchObject({ data: { base: 2, other: { x: 1 } }, body: 'body' })
  })

  it('adds a block only when asked to, in the newline style of the text', () => {
    expect(editFrontMatter('body', { a: 1 })).toBe('body')
    expect(editFrontMatter('body', { a: 1 }, { createIfMissing: true })).toBe('---\na: 1\n---\nbody')
    expect(editFrontMatter('\uFEFFx\r\n', { b: 1, a: [1] }, { createIfMissing: true, order: ['a', 'b'] })).toBe(
      '\uFEFF---\r\na: [1]\r\nb: 1\r\n---\r\nx\r\n',
    )
    expect(editFrontMatter('body', { a: null }, { createIfMissing: true })).toBe('body')
  })
})

const RUNS = 300
const word = fc.oneof(
  fc.string({
    unit: fc.constantFrom('a', ' ', ':', '#', '-', '"', "'", '\n', '日', '[', '}', '&', '*', '!', '|', '%', '@', '0', '\t'),
    maxLength: 8,
  }),
  fc.constantFrom('yes', 'null', '~', '2024-01-01', '0x1', '1e3', '---', '...', '', ' ', 'a\r\nb'),
)
const scalar = fc.oneof(
  word,
  fc.integer(),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
)
const value = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 4 }),
  fc.dictionary(fc.constantFrom('x', 'y'), scalar, { maxKeys: 2 }),
  fc.array(fc.array(scalar, { maxLength: 2 }), { maxLength: 2 }),
)
const keys = fc.constantFrom('id', 'title', 'tags', 'status', 'a b', '日付', 'x:y', '#h', '- d')
const data = fc.dictionary(keys, value, { maxKeys: 5 })

describe('front matter, whatever is in it', () => {
  it('is read back as it was rendered', () => {
    fc.assert(
      fc.property(data, (given) => {
        expect(readFrontMatter(`${renderFrontMatter(given)}body`)).toEqual({ data: given, body: 'body', present: true })
      }),
      { numRuns: RUNS },
    )
  })

  it('has the changed keys after an edit and every other line as before; a second edit changes nothing', () => {
    const comment = fc.constantFrom('', '# note\n', '\n')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(keys, value, comment), { maxLength: 5 }),
        keys,
        value,
        fc.constantFrom('\n', '\r\n'),
        (given, key, wanted, newline) => {
          const unique = [...new Map(given.map((entry) => [entry[0], entry])).values()]
          const lines = unique.map(([name, content, above]) => above + renderFrontMatter({ [name]: content }).slice(4, -4))
          const text = `---\n${lines.join('')}---\nbody\n`.replaceAll('\r\n', '\n').replaceAll('\n', newline)
          fc.pre(readFrontMatter(text).problem === undefined)
          const edited = editFrontMatter(text, { [key]: wanted })
          const before = readFrontMatter(text)
          const after = readFrontMatter(edited)
          expect(after).toEqual({ ...before, data: { ...before.data, [key]: wanted } })
          expect(editFrontMatter(edited, { [key]: wanted })).toBe(edited)
          for (const [index, line] of lines.entries()) {
            if (unique[index]![0] !== key) expect(edited).toContain(line.replaceAll('\r\n', '\n').replaceAll('\n', newline))
          }
          expect(readFrontMatter(editFrontMatter(edited, { [key]: null })).data).not.toHaveProperty([key])
        },
      ),
      { numRuns: RUNS },
    )
  })
})

describe('renderFrontMatter', () => {
  it('writes short lists on one line and leaves out what is undefined', () => {
    expect(renderFrontMatter({ id: '01', tags: ['a', 'b'], none: undefined, empty: [], nested: { a: 1 } })).toBe(
      '---\nid: "01"\ntags: [a, b]\nempty: []\nnested:\n  a: 1\n---\n',
    )
    expect(renderFrontMatter({ tags: Array<string>(30).fill('word') })).toContain('tags:\n  - word\n')
  })

  it('quotes a key that the library would write so that nobody can read it, or only as another', () => {
    for (const key of ['\uFEFF*', '\uFEFFx', '\uFEFF', '\uFEFF# x', '\uFEFF---']) {
      const data = { [key]: [], other: 1 }
      expect(readFrontMatter(renderFrontMatter(data)), JSON.stringify(key)).toMatchObject({ data })
      const added = editFrontMatter('text', data, { createIfMissing: true })
      expect(readFrontMatter(added), JSON.stringify(key)).toMatchObject({ data, body: 'text' })
      expect(readFrontMatter(editFrontMatter(added, { [key]: 'changed' })).data).toEqual({ ...data, [key]: 'changed' })
    }
  })
})

describe('front matter that could not be read again', () => {
  const tooLarge = expect.objectContaining({ reason: 'invalid_argument', message: expect.stringContaining('64 KB') })
  const tooMany = expect.objectContaining({ reason: 'invalid_argument', message: expect.stringContaining('1,000 lines') })

  it.each([
    ['one long value', { a: 'x'.repeat(66_000) }, tooLarge],
    ['many values', { a: Array.from({ length: 1000 }, () => 'x'.repeat(100)) }, tooLarge],
    ['values inside others', { a: { b: ['x'.repeat(66_000)] } }, tooLarge],
    ['quotes that make it long', { a: '\u0001'.repeat(30_000) }, tooLarge],
    ['many items', { a: Array.from({ length: 1001 }, () => 'x') }, tooMany],
  ])('is not written: %s', (_, values, expected) => {
    expect(() => renderFrontMatter(values)).toThrow(expected)
    expect(() => editFrontMatter('---\nb: 1\n---\nbody', values)).toThrow(expected)
    expect(() => editFrontMatter('body', values, { createIfMissing: true })).toThrow(expected)
  })
})

describe('front matter of many keys', () => {
  const keys = (count: number) => `---\n${Array.from({ length: count }, (_, at) => `k${at}: v\n`).join('')}---\nbody`

  it('is refused from a thousand lines on, and left as it is', () => {
    expect(readFrontMatter(keys(1000)).problem).toBeUndefined()
    expect(readFrontMatter(keys(2000))).toEqual({
      data: {},
      body: 'body',
      present: true,
      problem: 'front matter has more than 1,000 lines',
    })
    expect(editFrontMatter(keys(2000), { k1: 'x' })).toBe(keys(2000))
  })

  it('is changed in one step as it is in many', () => {
    const key = fc.constantFrom('id', 'title', 'b', 'c', 'd', 'e', 'x', 'y', 'z')
    const value = fc.oneof(
      fc.constant(null),
      fc.integer(),
      fc.constantFrom('a b', 'yes', '- no'),
      fc.array(fc.constantFrom('l', 'm')),
    )
    const order = ['id', 'title', 'b', 'c', 'd']
    const text = '---\n# first\ntitle: T # why\nc: [1, 2]\nx:\n  - a\n  - b\n# last\n---\nbody\n'
    fc.assert(
      fc.property(fc.dictionary(key, value, { minKeys: 5 }), (changes) => {
        const many = editFrontMatter(text, changes, { order })
        const one = Object.entries(changes).reduce((so, [name, to]) => editFrontMatter(so, { [name]: to }, { order }), text)
        expect(readFrontMatter(many).data).toEqual(readFrontMatter(one).data)
        expect(many.startsWith('---\n# first\n')).toBe(true)
      }),
    )
  })
})

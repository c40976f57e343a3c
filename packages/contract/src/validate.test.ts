import fc from 'fast-check'
import * as Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { nonBlank, oneOf, PathParam } from './atoms.ts'
import { dropNulls, validateArguments } from './validate.ts'

const rules = {
  input: Type.Object(
    {
      path: PathParam,
      mode: oneOf(['overwrite', 'append']),
      title: Type.Optional(nonBlank()),
      count: Type.Optional(Type.Integer({ minimum: 1 })),
      full: Type.Optional(Type.Boolean()),
      range: Type.Optional(Type.Object({ start_line: Type.Optional(Type.Integer()) })),
      limits: Type.Optional(Type.Object({ max_chars: Type.Optional(Type.Integer()) }, { additionalProperties: false })),
    },
    { additionalProperties: false },
  ),
  argumentOrder: ['mode', 'path'],
}
const good = { path: 'a.md', mode: 'append' }

function refused(args: unknown, with_ = rules) {
  const checked = validateArguments(with_, args)
  if (checked.ok) throw new Error('it was accepted')
  return { reason: checked.error.reason, message: checked.error.message, hint: checked.error.hint, key: checked.key }
}

describe('validateArguments', () => {
  it('accepts arguments that fit', () => {
    expect(validateArguments(rules, good)).toEqual({ ok: true, value: good })
  })

  it('takes null for an absent optional key, at every depth', () => {
    const checked = validateArguments(rules, { ...good, count: null, range: { start_line: null }, limits: null })
    expect(checked).toEqual({ ok: true, value: { ...good, range: {} } })
  })

  it('takes null for a missing required key', () => {
    expect(refused({ path: 'a.md', mode: null })).toMatchObject({ reason: 'invalid_argument', message: 'missing argument: mode' })
  })

  it.each([true, 12.5, '12', 0, -1])('refuses %j as an integer of at least 1', (count) => {
    expect(refused({ ...good, count })).toMatchObject({ reason: 'invalid_argument', key: 'count' })
  })

  it.each(['false', 0, 1])('refuses %j as a boolean', (full) => {
    expect(refused({ ...good, full })).toMatchObject({ key: 'full' })
  })

  it.each(['', '   ', '\n\t', '\u3000'])('refuses %j as a title', (title) => {
    expect(refused({ ...good, title }).message).toContain('must not be empty')
  })

  it('maps a failing key to its own reason', () => {
    expect(refused({ path: 3, mode: 'append' })).toMatchObject({ reason: 'invalid_path', key: 'path' })
  })

  it('keeps the reason of a schema that is optional, has a default, or stands inside of an object', () => {
    const within = { input: Type.Object({ ref: Type.Optional(Type.Object({ path: PathParam, line: Type.Integer() })) }) }
    const reasonOf = (ref: unknown) => validateArguments(within, { ref })
    expect(reasonOf({ path: 3, line: 1 })).toMatchObject({ error: { reason: 'invalid_path' } })
    expect(reasonOf({ line: 1 })).toMatchObject({ error: { reason: 'invalid_path' } })
    expect(reasonOf({ path: 'a', line: 'x' })).toMatchObject({ error: { reason: 'invalid_argument' } })
    const given = { input: Type.Object({ to: Type.Optional({ ...PathParam, default: 'a.md' }) }) }
    expect(validateArguments(given, { to: 3 })).toMatchObject({ error: { reason: 'invalid_path' } })
  })

  it('reports the key that the tool puts first when several fail', () => {
    expect(refused({ path: 3, mode: 'nope', count: 'x' }).key).toBe('mode')
    expect(refused({ path: 3, mode: 'append', count: 'x' }).key).toBe('path')
  })

  it('refuses an unknown key and names the nearest known one', () => {
    expect(refused({ ...good, cuont: 1 })).toMatchObject({
      reason: 'invalid_argument',
      message: 'unknown argument: "cuont"; did you mean "count"?',
    })
  })

  it('takes an unknown key for one that is missing, or for none', () => {
    expect(refused({ pth: 'a.md', mode: 'append' }).message).toBe('unknown argument: "pth"; did you mean "path"?')
    expect(refused({ cuont: 1, mode: 'append' }).message).toContain('known: path, mode')
  })

  it('names everything that is missing at once', () => {
    expect(refused({})).toMatchObject({ message: 'missing argument: mode', hint: 'also missing: path' })
  })

  it('lists the known keys when none is near', () => {
    expect(refused({ ...good, zzzzzz: 1 }).message).toContain('known: path, mode')
  })

  it('ignores unknown keys inside objects that travel between calls', () => {
    expect(validateArguments(rules, { ...good, range: { start_line: 1, extra: 'x' } }).ok).toBe(true)
  })

  it('refuses unknown keys inside closed objects', () => {
    expect(refused({ ...good, limits: { max_char: 5 } }).message).toContain('did you mean "max_chars"?')
  })

  it.each([null, 'text', 3, [], undefined])('refuses %j as arguments', (args) => {
    expect(refused(args).message).toContain('arguments must be an object')
  })

  it('keeps nulls below the paths where null is a value, and still checks the rest', () => {
    const patch = {
      input: Type.Object({ patch: Type.Object({ fm: Type.Optional(Type.Object({ lane: Type.Optional(Type.String()) })) }) }),
      nullIsValueAt: ['patch.fm'],
    }
    expect(validateArguments(patch, { patch: { fm: { lane: null } } })).toEqual({
      ok: true,
      value: { patch: { fm: { lane: null } } },
    })
    expect(validateArguments(patch, { patch: { fm: { lane: 3 } } }).ok).toBe(false)
  })

  it('never shows more of a refused value than its beginning', () => {
    expect(refused({ ...good, count: 'x'.repeat(5000) }).message.length).toBeLessThan(120)
  })

  it('never throws, whatever comes in', () => {
    fc.assert(fc.property(fc.anything(), (args) => void validateArguments(rules, args)))
  })
})

describe('dropNulls', () => {
  it('leaves no null key anywhere and touches nothing else', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const clean = dropNulls(value, [])
        const keys = (item: unknown): boolean =>
          typeof item !== 'object' ||
          item === null ||
          Array.isArray(item) ||
          Object.values(item).every((inner) => inner !== null && keys(inner))
        expect(keys(clean)).toBe(true)
      }),
    )
  })

  it('does not let "__proto__" reach a prototype', () => {
    const clean = dropNulls(JSON.parse('{"__proto__": {"polluted": true}}'), [])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    expect(Object.keys(clean)).toEqual(['__proto__'])
  })
})

describe('arguments that are too long', () => {
  const input = Type.Object({ word: Type.String() }, { additionalProperties: false })

  it('are refused at once, without being repeated', () => {
    for (const args of [
      { word: 'secret'.repeat(100) },
      { word: 'a', ['secret'.repeat(100)]: 1 },
      { word: Array(1001).fill('secret') },
    ]) {
      const checked = validateArguments({ input }, args)
      expect(checked).toMatchObject({ ok: false, atOnce: true, error: { reason: 'invalid_argument' } })
      expect(JSON.stringify(checked)).not.toContain('secret')
    }
  })
})

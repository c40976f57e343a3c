import * as Type from 'typebox'
import { describe, expect, it } from 'vitest'
import { leanSchema } from './lean-schema.ts'

const lean = (schema: unknown) => leanSchema(JSON.parse(JSON.stringify(schema)))

describe('leanSchema', () => {
  it('keeps the shape and leaves out what narrows a value', () => {
    const schema = Type.Object({ line: Type.Integer({ minimum: 1, description: 'From 1' }), hash: Type.Optional(Type.String()) })
    expect(lean(schema)).toEqual({
      type: 'object',
      required: ['line'],
      properties: { line: { type: 'integer' }, hash: { type: 'string' } },
    })
  })

  it('keeps properties that are called as a keyword is', () => {
    const schema = Type.Object({ description: Type.String(), enum: Type.Array(Type.String({ pattern: 'x' })) })
    expect(lean(schema)).toMatchObject({
      properties: { description: { type: 'string' }, enum: { type: 'array', items: { type: 'string' } } },
    })
  })

  it('says "or null" in one word', () => {
    expect(lean(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]))).toEqual({ type: ['integer', 'null'] })
    expect(lean(Type.Union([Type.Array(Type.String()), Type.Null()]))).toEqual({
      type: ['array', 'null'],
      items: { type: 'string' },
    })
  })
})

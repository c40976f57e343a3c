import { refusalReason } from '@shoko/contract/schema'
import { describe, expect, it } from 'vitest'
import { createRuntime, flatName, manifestOf, wireTool } from '../src/index.ts'
import { bareConfig } from './bare-config.ts'

const config = bareConfig()
const runtime = createRuntime(config, { logger: { log: () => {} } })
const families = await Promise.all(runtime.families.map((family) => family.load()))
const coded = families.flatMap((family) => family.tools)
const wire = runtime.tools.map((tool) => wireTool(tool, 'flat'))

/** Of all tools: what a model reads of them, and the whole answer to tools/list. */
const BUDGET = { asked: 30_000, whole: 64_000 }
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

describe('the tools, as clients see them', () => {
  it.each(runtime.tools.map((tool) => [tool.name, tool] as const))('%s has a reviewed wire form', async (name, tool) => {
    await expect(`${JSON.stringify(wireTool(tool, 'flat'), null, 2)}\n`).toMatchFileSnapshot(
      `__toolsnaps__/${flatName(name)}.json`,
    )
  })

  it('can all say a reservation when they write', () => {
    for (const { name, effect, output } of coded.filter((tool) => tool.effect !== 'read')) {
      expect(output.properties.warnings, `${name} ${effect}`).toMatchObject({ type: 'array', items: { type: 'string' } })
    }
  })

  it('are listed from a manifest that says what the code says', () => {
    for (const [at, { name, tools, prompts, resources }] of runtime.families.entries()) {
      const code = manifestOf(families[at]!)
      expect(
        tools.map(({ family: _, load: __, ...told }) => told),
        `tools of ${name}; pnpm reference`,
      ).toEqual(code.tools)
      expect(
        prompts.map(({ load: _, ...told }) => told),
        `prompts of ${name}`,
      ).toEqual(code.prompts)
      expect(resources && { scheme: resources.scheme, templates: resources.templates }).toEqual(code.resources ?? undefined)
    }
  })

  it.each(coded.map((tool) => [tool.name, tool] as const))('%s keeps the conventions', (_name, tool) => {
    expect(flatName(tool.name)).toMatch(/^[a-z][a-z_]{1,63}$/)
    expect(tool.description).toMatch(/^[A-Z].*[.)]$/s)
    expect(tool.input).toMatchObject({ type: 'object', additionalProperties: false })
    expect(tool.output).toMatchObject({ type: 'object' })
    expect(JSON.stringify(tool.input)).not.toContain('"null"')
    expect(new Set(tool.errors).size).toBe(tool.errors.length)
    for (const reason of tool.errors) expect(tool.family.codeOf(reason), `${reason} has a code`).toBeDefined()
    expect(Object.keys(tool.input.properties)).toEqual(expect.arrayContaining([...(tool.argumentOrder ?? [])]))
    for (const [key, schema] of Object.entries(tool.input.properties))
      expect(tool.errors, `what ${key} is refused as is declared`).toContain(refusalReason(schema))
  })

  it('stays inside the byte budget', () => {
    const rows = wire.map((tool) => ({
      name: tool.name,
      asked: bytes([tool.name, tool.description, tool.inputSchema]),
      whole: bytes(tool),
    }))
    const asked = rows.reduce((sum, row) => sum + row.asked, 0)
    const whole = bytes({ tools: wire })
    console.log(
      `${rows.map((row) => `${row.name.padEnd(24)} ${String(row.asked).padStart(5)} ${String(row.whole).padStart(6)}`).join('\n')}\n${'all'.padEnd(24)} ${asked} ${whole}\n${'left'.padEnd(24)} ${BUDGET.asked - asked} ${BUDGET.whole - whole}`,
    )
    const shorter =
      'shorten names, titles, descriptions or inputs, of the new tool or of another; what outputs say in words is not listed'
    expect(asked, `${asked - BUDGET.asked} bytes too many are read with every question: ${shorter}`).toBeLessThanOrEqual(
      BUDGET.asked,
    )
    expect(whole, `tools/list is ${whole - BUDGET.whole} bytes too long: ${shorter}`).toBeLessThanOrEqual(BUDGET.whole)
  })
})

describe('names', () => {
  it('finds a tool by either spelling', () => {
    for (const tool of runtime.tools)
      expect([runtime.findTool(tool.name), runtime.findTool(flatName(tool.name))]).toEqual([tool, tool])
  })

  it('shows the seed spelling when asked to', () => {
    for (const tool of runtime.tools) expect(wireTool(tool, 'seed').name).toBe(tool.name)
  })

  it('names tools in descriptions as the list does', () => {
    for (const tool of runtime.tools) {
      expect(wireTool(tool, 'flat').description).not.toMatch(/kanban\/[a-z]/)
      expect(wireTool(tool, 'seed').description).not.toMatch(/kanban_[a-z]/)
    }
  })
})

describe('what is served', () => {
  it('leaves out the families that are not named', () => {
    const few = createRuntime({ ...config, SHOKO_FAMILIES: ['audit'] }, { logger: { log: () => {} } })
    expect(few.tools.map(({ name }) => name)).toEqual(['vault_coverage', 'artifact_audit'])
    expect(few.findTool('vault_read')).toBeUndefined()
  })

  it('lists only reading tools in read-only mode, and still knows the others so that it can refuse them', () => {
    const careful = createRuntime({ ...config, SHOKO_READ_ONLY: true }, { logger: { log: () => {} } })
    expect(careful.tools.every(({ effect }) => effect === 'read')).toBe(true)
    expect(careful.tools.length).toBeLessThan(runtime.tools.length)
    expect(careful.findTool('vault_write')).toBeDefined()
  })
})

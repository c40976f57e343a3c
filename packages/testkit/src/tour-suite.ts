import { Compile } from 'typebox/compile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ClientKind, connect, type ListedTool, type Target, type TestClient } from './clients.ts'
import { tour } from './tour.ts'

/** Every tool through a real client: it is listed, it answers, and what it answers fits the schema it was listed with. */
export function describeTour(name: string, kind: ClientKind, target: () => Promise<Target>): void {
  describe(name, () => {
    const answers = new Map<string, Record<string, unknown>>()
    let client: TestClient
    let tools: ListedTool[]

    beforeAll(async () => {
      client = await connect(await target(), kind)
      tools = await client.tools()
    })
    afterAll(() => client?.close())

    it('lists exactly the tools of the tour', () => {
      const toured = new Set(tour.map((stop) => stop.tool))
      const listed = new Set(tools.map((tool) => tool.name))
      expect([...listed.difference(toured)], 'not called: add a call of it to packages/testkit/src/tour.ts').toEqual([])
      expect([...toured.difference(listed)], 'called in packages/testkit/src/tour.ts, but not listed').toEqual([])
      expect(tools).toHaveLength(listed.size)
    })

    for (const { tool, args } of tour) {
      it(`calls ${tool}`, async () => {
        const answer = await client.call(tool, typeof args === 'function' ? args(answers) : args)
        if (!answer.ok) expect.unreachable(JSON.stringify(answer))
        else {
          answers.set(tool, answer.output)
          expect(JSON.parse(answer.text)).toEqual(answer.output)
          const schema = tools.find((listed) => listed.name === tool)?.outputSchema
          expect(schema).toBeDefined()
          expect(Compile(schema as object).Errors(answer.output)).toEqual([])
        }
      })
    }
  })
}

import { expect, it } from 'vitest'

type Row = readonly [unknown, ...unknown[]]
type GivenOf<Cells> = Cells extends readonly [...infer Given, unknown] ? Given : never
type Make<Cells> = (...given: GivenOf<Cells>) => unknown

/** One test a row: what is made of its first cells is its last. The title names them with `%s` or `%j`. */
export function examples<const Cells extends Row>(title: string, make: Make<Cells>, rows: readonly Cells[]): void {
  it.each<readonly unknown[]>(rows)(title, async (...row) => {
    expect(await make(...givenOf<Cells>(row))).toEqual(row.at(-1))
  })
}

/** The same within one test, row by row. */
export async function expectEach<const Cells extends Row>(make: Make<Cells>, rows: readonly Cells[]): Promise<void> {
  const found: unknown[] = []
  for (const row of rows) {
    const given = givenOf<Cells>(row)
    found.push([...given, await make(...given)])
  }
  expect(found).toEqual(rows)
}

function givenOf<Cells>(row: readonly unknown[]): GivenOf<Cells> & unknown[] {
  return row.slice(0, -1) as GivenOf<Cells> & unknown[]
}

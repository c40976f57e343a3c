import { expect, it } from 'vitest'

type GivenOf<Row> = Row extends readonly [...infer Given, unknown] ? Given : never

/** One test a row: what is made of its first cells is its last. The title names them with `%s` or `%j`. */
export function examples<const Row extends readonly [unknown, ...unknown[]]>(
  title: string,
  make: (...given: GivenOf<Row>) => unknown,
  rows: readonly Row[],
): void {
  it.each<readonly unknown[]>(rows)(title, async (...row) => {
    const given = row.slice(0, -1) as GivenOf<Row>
    expect(await make(...given)).toEqual(row.at(-1))
  })
}

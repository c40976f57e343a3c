import { describe, expect, it } from 'vitest'
import type { LanguageCode } from '../languages/registry.ts'
import { compareStatements } from './compare.ts'
import { readStatement } from './statement.ts'

function signOf(sentence: string) {
  const [clause] = readStatement(sentence).clauses
  return clause === undefined ? 'nothing' : clause.sign === 0 ? 'unsure' : clause.sign > 0 ? 'affirms' : 'denies'
}

function compare(a: string, b: string, language?: LanguageCode) {
  return compareStatements(readStatement(a, language), readStatement(b, language))
}

describe('readStatement: polarity', () => {
  it.each([
    ['水濡れは補償の対象となる。', 'affirms'],
    ['水濡れは補償の対象外とする。', 'denies'],
    ['水濡れは補償の対象としない。', 'denies'],
    ['水濡れの損害には保険金を支払わない。', 'denies'],
    ['水濡れは補償から除く。', 'denies'],
    ['水濡れは補償の対象外ではない。', 'affirms'],
    ['水濡れが補償されないわけではない。', 'affirms'],
    ['申請書を提出しなければならない。', 'affirms'],
    ['室内で喫煙してはならない。', 'denies'],
    ['必ずしも対象とはならない。', 'unsure'],
    ['水濡れは補償されますか？', 'nothing'],
    ['Water damage is covered.', 'affirms'],
    ['Water damage is not covered.', 'denies'],
    ['Water damage is never covered.', 'denies'],
    ["Water damage isn't covered.", 'denies'],
    ['Water damage is excluded.', 'denies'],
    ['Water damage is not excluded.', 'affirms'],
    ['Do not open the case.', 'denies'],
    ['It is not forbidden.', 'nothing'],
    ['Smoking is not forbidden.', 'affirms'],
    ['Is water damage covered?', 'nothing'],
    ['## Water damage is covered', 'nothing'],
    ['| Water damage | not covered |', 'nothing'],
    ['Se cubre el daño por agua.', 'affirms'],
    ['No se cubre el daño por agua.', 'denies'],
    ['El daño por agua queda sin cobertura.', 'denies'],
    ['El daño por agua queda excluido.', 'denies'],
    ['El daño por agua no queda excluido.', 'affirms'],
    ['El daño por agua no se cubre nunca.', 'denies'],
    ['Nunca se cubre el daño por agua.', 'denies'],
  ])('reads %j: %s', (sentence, sign) => {
    expect(signOf(sentence)).toBe(sign)
  })

  it('reads what stands under a condition apart from what is stated', () => {
    const [clause] = readStatement('If the seal is not broken, the product can be returned.').clauses
    expect(clause).toMatchObject({ sign: 1, mode: 'permits', conditions: expect.arrayContaining(['seal', 'broken']) })
    const [japanese] = readStatement('開封していない場合は、返品できます。').clauses
    expect(japanese).toMatchObject({ sign: 1, mode: 'permits', conditions: ['開封', 'ない'] })
  })
})

describe('readStatement: quantities', () => {
  it.each([
    ['The limit is 1,800 seconds.', 'The limit is 30 minutes.'],
    ['The fee is $25.', 'The fee is 25 dollars.'],
    ['El límite es de 1.800 segundos.', 'El límite es de 30 minutos.'],
    ['The bag may weigh 1.5 kg.', 'The bag may weigh 1500 g.'],
    ['面会は午後8時までです。', '面会は20時までです。'],
    ['手数料は3万円です。', '手数料は30,000円です。'],
    ['期間は1年6か月です。', '期間は18か月です。'],
    ['点検は毎月行う。', '点検は月に1回行う。'],
    ['Backups run daily.', 'Backups run every day.'],
    ['La copia se hace cada semana.', 'La copia se hace semanalmente.'],
  ])('sees the same amount in %j and %j', (a, b) => {
    const [one, other] = [a, b].map((text) =>
      readStatement(text).clauses[0]?.quantities.map(({ kind, low }) => [kind, Math.round(low * 1000)]),
    )
    expect(one).toHaveLength(1)
    expect(one).toEqual(other)
  })
})

describe('compareStatements', () => {
  it.each([
    ['申請は30日以内に行ってください。', '申請は14日以内に行ってください。', 'other_quantity'],
    ['The API allows 100 requests per minute.', 'The API allows 600 requests per minute.', 'other_quantity'],
    ['A receipt is required.', 'A receipt is not required.', 'opposite'],
    ['家族割引は10%です。', '学生割引は20%です。', 'unrelated'],
    ['The office opens at 9:00.', 'The workshop opens at 8:00.', 'unrelated'],
    ['火災は補償する。', 'ただし、火災は補償しない。', 'unrelated'],
    ['Pets are allowed.', 'However, pets are not allowed.', 'unrelated'],
    ['Se admiten perros.', 'Salvo en verano, no se admiten perros.', 'unrelated'],
    ['Passwords need at least 8 characters.', 'Passwords need at most 64 characters.', 'same'],
    ['火災は補償の対象です。', '火災は補償の対象外ではありません。', 'same'],
  ])('says of %j and %j: %s', (a, b, comparison) => {
    expect(compare(a, b)).toBe(comparison)
  })

  it('never sets sentences of two languages against each other', () => {
    expect(compare('Pets are allowed.', '犬は禁止です。')).toBe('unrelated')
  })
})

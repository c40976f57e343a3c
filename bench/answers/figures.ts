import type { Ask, Asked } from './asked.ts'
import { isAnswered, isAnsweredPlainly, type Question } from './question-set.ts'

export interface AnswerFigures {
  /** Shares of the questions. */
  readonly answered: number
  /** The same where an empty text among a question's answers counts as found. */
  readonly answeredPlainly: number
  readonly firstRight: number
  readonly conflicts: number
  /** Of the answers that propose something, how many lead to the best passage. */
  readonly leadsToBest: number
  /** Means. */
  readonly characters: number
  readonly calls: number
}

export async function measureAnswers(ask: Ask, questions: readonly Question[]): Promise<AnswerFigures> {
  const rows: { readonly asked: Asked; readonly question: Question }[] = []
  for (const question of questions) rows.push({ asked: await ask(question.q), question })
  const proposing = rows.filter(({ asked }) => asked.leadsToBest !== undefined)
  return {
    answered: share(rows, ({ asked, question }) => isAnswered(question, asked.texts)),
    answeredPlainly: share(rows, ({ asked, question }) => isAnsweredPlainly(question, asked.texts)),
    firstRight: share(rows, ({ asked, question }) => asked.article === question.article),
    conflicts: share(rows, ({ asked }) => asked.conflicts > 0),
    leadsToBest: share(proposing, ({ asked }) => asked.leadsToBest === true),
    characters: mean(rows.map(({ asked }) => asked.characters)),
    calls: mean(rows.map(({ asked }) => asked.calls)),
  }
}

export interface ThereFigures {
  /** How well the confidence tells questions whose article is there from those whose article is not. */
  readonly auroc: number
  readonly readyWhenThere: number
  readonly readyWhenNot: number
  /** Of passages called 0.8 (0.75 to 0.85), the share that answers; and how many there were. */
  readonly calledEight: { readonly share: number; readonly count: number }
}

/** Asks about all articles where only those that `isThere` names can be found. */
export async function measurePresence(
  ask: Ask,
  questions: readonly Question[],
  isThere: (article: number) => boolean,
): Promise<ThereFigures> {
  const there: Asked[] = []
  const not: Asked[] = []
  const eights: boolean[] = []
  for (const question of questions) {
    const asked = await ask(question.q)
    ;(isThere(question.article) ? there : not).push(asked)
    if (Math.abs(asked.confidence - 0.8) <= 0.05) eights.push(isAnswered(question, asked.texts.slice(0, 2)))
  }
  return {
    auroc: auroc(
      there.map(({ confidence }) => confidence),
      not.map(({ confidence }) => confidence),
    ),
    readyWhenThere: share(there, ({ ready }) => ready),
    readyWhenNot: share(not, ({ ready }) => ready),
    calledEight: { share: share(eights, (answered) => answered), count: eights.length },
  }
}

/** The chance that a random one of the first is higher than a random one of the second; ties count half. */
export function auroc(positives: readonly number[], negatives: readonly number[]): number {
  const all = [
    ...positives.map((value) => ({ value, positive: true })),
    ...negatives.map((value) => ({ value, positive: false })),
  ]
  all.sort((a, b) => a.value - b.value)
  let rankSum = 0
  for (let at = 0; at < all.length; ) {
    let end = at
    while (end < all.length && all[end]!.value === all[at]!.value) end++
    const rank = (at + 1 + end) / 2
    for (let place = at; place < end; place++) if (all[place]!.positive) rankSum += rank
    at = end
  }
  return (rankSum - (positives.length * (positives.length + 1)) / 2) / (positives.length * negatives.length)
}

function share<T>(rows: readonly T[], holds: (row: T) => boolean): number {
  return rows.length === 0 ? Number.NaN : rows.filter(holds).length / rows.length
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

export interface Quality {
  readonly ndcg10: number
  readonly mrr10: number
  readonly recall5: number
}

/** How good a ranking of document indexes is for one query. */
export function qualityOf(ranking: readonly number[], relevant: Readonly<Record<string, number>>): Quality {
  const grades = ranking.slice(0, 10).map((index) => relevant[index] ?? 0)
  const ideal = Object.values(relevant)
    .sort((a, b) => b - a)
    .slice(0, 10)
  const first = grades.findIndex((grade) => grade > 0)
  const wanted = Object.values(relevant).filter((grade) => grade > 0).length
  return {
    ndcg10: dcg(ideal) === 0 ? 0 : dcg(grades) / dcg(ideal),
    mrr10: first === -1 ? 0 : 1 / (first + 1),
    recall5: wanted === 0 ? 0 : grades.slice(0, 5).filter((grade) => grade > 0).length / wanted,
  }
}

export function meanQuality(all: readonly Quality[]): Quality {
  const mean = (pick: (quality: Quality) => number) =>
    all.reduce((sum, quality) => sum + pick(quality), 0) / Math.max(1, all.length)
  return { ndcg10: mean((q) => q.ndcg10), mrr10: mean((q) => q.mrr10), recall5: mean((q) => q.recall5) }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

function dcg(grades: readonly number[]): number {
  return grades.reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0)
}

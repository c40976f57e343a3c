import type { Finding } from './finding.ts'

/** A place that may answer the query: lines of a file, with what speaks for them. */
export type Candidate = Finding

/** Joins findings of both stages that overlap or touch. In path order, then by line. */
export function integrate(findings: readonly Finding[]): Candidate[] {
  const candidates: Candidate[] = []
  for (const finding of findings.toSorted(byPlace)) {
    const last = candidates.at(-1)
    if (last !== undefined && last.path === finding.path && finding.start <= last.end + 1) {
      candidates[candidates.length - 1] = join(last, finding)
    } else candidates.push(finding)
  }
  return candidates
}

function join(candidate: Candidate, finding: Finding): Candidate {
  return {
    path: candidate.path,
    start: candidate.start,
    end: Math.max(candidate.end, finding.end),
    signals: [...new Set([...candidate.signals, ...finding.signals])],
    terms: [...new Set([...candidate.terms, ...finding.terms])],
  }
}

function byPlace(a: Finding, b: Finding): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.start - b.start
}

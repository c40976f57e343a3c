import type { Call } from '@shoko/contract'
import type { QueryTerm } from '@shoko/search'
import type { VaultContext } from '../context.ts'
import type { FileScope, FindAnswer, Finding } from '../grep/protocol.ts'

export interface GatherRequest {
  readonly query: string
  readonly terms: readonly QueryTerm[]
  /** Undefined: a folder that searches leave out. */
  readonly scope: FileScope | undefined
  readonly maxCandidates: number
  readonly timeMs: number
}

/** What both stages have found, within the budget. */
export interface Gathered {
  readonly findings: readonly Finding[]
  readonly files: number
  readonly lines: number
  readonly warnings: number
  readonly firstFile: string | undefined
  readonly cut: FindAnswer['cut']
}

export async function gather(context: VaultContext, request: GatherRequest, call: Call): Promise<Gathered> {
  const { scope, ...rest } = request
  if (scope === undefined) return NOTHING
  const answers = await context.grep.find({ kind: 'find', scope, ...rest }, call)
  return withinCap(combine(answers), request.maxCandidates)
}

const NOTHING: Gathered = { findings: [], files: 0, lines: 0, warnings: 0, firstFile: undefined, cut: undefined }

function combine(answers: readonly FindAnswer[]): Gathered {
  const sum = (key: 'files' | 'lines' | 'warnings') => answers.reduce((total, answer) => total + answer[key], 0)
  return {
    findings: answers.flatMap((answer) => answer.findings).sort(byStageThenPlace),
    files: sum('files'),
    lines: sum('lines'),
    warnings: sum('warnings'),
    firstFile: answers.flatMap((answer) => answer.firstFile ?? []).sort()[0],
    cut: answers.flatMap((answer) => answer.cut ?? []).sort((a, b) => a.stage - b.stage)[0],
  }
}

/** Each worker keeps to the cap by itself; together they may have more. What stage 0 found comes first. */
function withinCap(gathered: Gathered, maxCandidates: number): Gathered {
  const kept = gathered.findings.slice(0, maxCandidates)
  const firstLeftOut = gathered.findings[maxCandidates]
  if (firstLeftOut === undefined) return gathered
  const stage = stageOf(firstLeftOut)
  if (gathered.cut !== undefined && gathered.cut.stage < stage) return { ...gathered, findings: kept }
  return { ...gathered, findings: kept, cut: { reason: 'candidate_cap', stage } }
}

function byStageThenPlace(a: Finding, b: Finding): number {
  if (stageOf(a) !== stageOf(b)) return stageOf(a) - stageOf(b)
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.start - b.start
}

function stageOf(finding: Finding): 0 | 1 {
  return finding.signals.includes('normalized') ? 0 : 1
}

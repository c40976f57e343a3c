import { parseArgs } from 'node:util'
import { type Call, DomainError, oneLine, plainCall } from '@shoko/contract'
import { validateArguments } from '@shoko/contract/schema'
import {
  type Candidate,
  findInManuals,
  findingsOf,
  type ManualContext,
  ManualFindInput,
  type ManualFindOutput,
  matchedTerms,
  signalList,
  type TracedFindings,
} from '@shoko/manual'
import type { CommandResult } from './command-result.ts'

const USAGE = 'usage: find "<query>" [--manual ID] [--no-expand] [--limit N] [--explain] [--json]\n'

/** `shoko find "…"` for people: the passages that answer, the ranked places, and with --explain why each stands where it does. */
export async function runFind(ctx: ManualContext, argv: readonly string[], call: Call = plainCall): Promise<CommandResult> {
  const options = readOptions(argv)
  if (options === undefined) return { stdout: '', stderr: USAGE, exitCode: 2 }
  try {
    const output = await findInManuals(ctx, options.input, call)
    const findings = await findingsOf(ctx, output.trace_id, call)
    const stdout = options.json ? jsonReport(output, findings, options) : textReport(output, findings, options)
    return { stdout, stderr: '', exitCode: findings.candidates.length > 0 ? 0 : 1 }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { stdout: '', stderr: `${error.message}\n`, exitCode: 2 }
  }
}

interface Options {
  readonly input: ManualFindInput
  readonly limit: number
  readonly explain: boolean
  readonly json: boolean
}

function readOptions(argv: readonly string[]): Options | undefined {
  const parsed = parse(argv)
  const limit = Number(parsed?.values.limit ?? 10)
  if (parsed === undefined || !Number.isInteger(limit) || limit < 1) return undefined
  const { manual, 'no-expand': noExpand, explain = false, json = false } = parsed.values
  const args = { query: parsed.positionals.join(' '), manual_id: manual ?? null, expand_scope: noExpand === true ? false : null }
  const checked = validateArguments({ input: ManualFindInput }, args)
  return checked.ok ? { input: checked.value as ManualFindInput, limit, explain, json } : undefined // the schema says so
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        manual: { type: 'string' },
        'no-expand': { type: 'boolean' },
        limit: { type: 'string' },
        explain: { type: 'boolean' },
        json: { type: 'boolean' },
      },
    })
  } catch {
    return undefined
  }
}

function jsonReport(
  { summary, passages, next_actions }: ManualFindOutput,
  findings: TracedFindings,
  { limit, explain }: Options,
): string {
  const hits = findings.candidates.slice(0, limit).map((candidate) => {
    const { place, score, signals } = candidate
    const { manual_id, path, start_line } = place.ref
    const hit = { manual_id, path, start_line, title: place.title, score }
    const matched_terms = matchedTerms(findings, candidate)
    return explain ? { ...hit, signals: signalList(signals), matched_terms, score_parts: findings.scoreParts(candidate) } : hit
  })
  const { conflicts, gaps, graph } = findings
  const more = explain ? { claims: graph.claims, conflicts, gaps, next_actions } : {}
  return `${JSON.stringify({ summary, passages, hits, ...more }, null, 2)}\n`
}

function textReport({ summary, passages }: ManualFindOutput, findings: TracedFindings, { limit, explain }: Options): string {
  const { candidates, gap_count, conflict_count, integration_status } = summary
  const head = `${candidates} found, ${integration_status.replace('_', ' ')}; conflicts ${conflict_count}, gaps ${gap_count}`
  const shown = findings.candidates
    .slice(0, limit)
    .flatMap((candidate, index) => hitLines(findings, candidate, { place: index + 1, explain }))
  const open = explain ? openLines(findings) : []
  return `${[head, ...passages.flatMap(passageLines), ...shown, ...open].join('\n')}\n`
}

/** The answer itself: where it stands, how sure it is, and its words. */
function passageLines({ ref, heading, text, confidence }: ManualFindOutput['passages'][number]): string[] {
  const where = `${ref.manual_id}/${ref.path}:${ref.start_line}-${ref.end_line}`
  return [oneLine(`${where}  ${heading} (${confidence})`), ...text.split(/\r\n|\r|\n/).map((line) => `  | ${oneLine(line)}`), '']
}

function hitLines(
  findings: TracedFindings,
  candidate: Candidate,
  { place, explain }: { readonly place: number; readonly explain: boolean },
): string[] {
  const { score, signals } = candidate
  const { ref, title } = candidate.place
  const where = `${ref.manual_id}/${ref.path}:${ref.start_line}`
  const line = oneLine(`${String(place).padStart(3)}. ${score.toFixed(2).padStart(6)}  ${where}  ${title}`)
  if (!explain) return [line]
  const sum = Object.entries(findings.scoreParts(candidate))
    .filter(([, value]) => Math.abs(value) >= 0.005)
    .map(([name, value]) => `${name} ${value.toFixed(2)}`)
  return [
    line,
    `       signals: ${signalList(signals).join(', ')}; terms: ${matchedTerms(findings, candidate).join(', ')}`,
    `       score: ${sum.join(' + ')}`,
  ]
}

function openLines({ graph, conflicts, gaps, unscanned }: TracedFindings): string[] {
  const left = unscanned.map(({ reason, count }) => `not scanned: ${count} files (${reason})`)
  return [
    ...graph.claims.map(({ text, status, confidence }) => oneLine(`claim: ${text}: ${status} (${confidence})`)),
    ...conflicts.map(({ ref, quote, other }) =>
      oneLine(`conflict: ${other.quote} but ${ref.manual_id}/${ref.path}:${ref.start_line}: ${quote}`),
    ),
    ...gaps.map(({ gap_hint }) => oneLine(`gap: ${gap_hint}`)),
    ...left,
  ]
}

import type { Answer } from '../demo/demo-session.ts'

const SHOWN_ITEMS = 3
const SHOWN_TEXT_LINES = 7

/** An answer, shortened for people: the fields' own names and values, a few entries of a list, the beginning of a text. */
export function showAnswer(tool: string, answer: Answer, more: (lines: number) => string): readonly string[] {
  const show = shortened[tool]
  if (show === undefined) throw new Error(`nobody has said how to shorten an answer of ${tool}`)
  return show(answer, more)
}

type Show = (answer: Answer, more: (lines: number) => string) => readonly string[]

const shortened: Readonly<Record<string, Show>> = {
  manual_find: ({ summary, passages }, more) => [
    fields(object(summary), ['candidates', 'conflict_count', 'gap_count', 'integration_status']),
    ...list(passages)
      .slice(0, 1)
      .flatMap(({ ref, confidence, text }) => [`${place(object(ref))}  confidence ${confidence}`, ...beginningOf(text, more)]),
  ],
  manual_read: ({ text }, more) => beginningOf(text, more),
  vault_coverage: (answer) => [
    fields(answer, ['coverage_ratio', 'covered_lines', 'total_lines', 'meets_min_coverage']),
    `uncovered_ranges ${list(answer.uncovered_ranges)
      .map(({ start_line, end_line }) => `${start_line}-${end_line}`)
      .join(', ')}`,
    ...nextAction(answer),
  ],
  vault_create: (answer) => [fields(answer, ['written_path', 'written_bytes'])],
  artifact_audit: (answer) => [
    fields(answer, ['coverage_ratio', 'rootless_nodes', 'orphan_branches', 'one_way_refs']),
    ...list(answer.findings).map(({ kind, message }) => `${kind}  ${message}`),
    ...nextAction(answer),
  ],
  kanban_new: ({ path }) => [String(path)],
  kanban_list: ({ items }) =>
    list(items)
      .slice(0, SHOWN_ITEMS)
      .map(({ title, column, assignees }) => `${column}  ${title}  ${(assignees as readonly string[]).join(', ')}`.trimEnd()),
  create_task: ({ task }) => [fields(object(task), ['path', 'status'])],
  search: ({ results }) =>
    list(results)
      .slice(0, SHOWN_ITEMS)
      .map(({ path, heading }, index) => `${index + 1}  ${path}  ${heading}`),
}

function beginningOf(text: unknown, more: (lines: number) => string): readonly string[] {
  const lines = String(text).trimEnd().split('\n')
  const hidden = lines.length - SHOWN_TEXT_LINES
  return hidden > 0 ? [...lines.slice(0, SHOWN_TEXT_LINES), more(hidden)] : lines
}

function nextAction({ next_actions }: Answer): readonly string[] {
  return list(next_actions)
    .slice(0, 1)
    .map(({ type, params }) => `next_actions  ${type}${params === null ? '' : ` ${JSON.stringify(params)}`}`)
}

function fields(answer: Answer, names: readonly string[]): string {
  return names.map((name) => `${name} ${answer[name]}`).join(' · ')
}

function place({ manual_id, path, start_line }: Answer): string {
  return `${manual_id}/${path}:${start_line}`
}

/** Answers fit their tool's output schema (the tests of the tools see to it), so these casts only name what is there. */
function list(value: unknown): readonly Answer[] {
  return value as readonly Answer[]
}

function object(value: unknown): Answer {
  return value as Answer
}

import type { Answer } from '../demo/demo-session.ts'
import type { StepTexts, TourTexts } from './texts.ts'

export interface TourCall {
  readonly tool: string
  /** May use what the calls before it answered, in order. */
  readonly args: (earlier: readonly Answer[]) => Answer
}

export interface TourStep {
  readonly texts: StepTexts
  readonly calls: readonly TourCall[]
}

/** Find, read, cite, audit, card, task. */
export function tourSteps(texts: TourTexts): readonly TourStep[] {
  const { find, read, cite, audit, card, task } = texts
  return [
    { texts: find, calls: [{ tool: 'manual_find', args: () => ({ query: find.query }) }] },
    { texts: read, calls: [{ tool: 'manual_read', args: (earlier) => ({ ref: firstRef(earlier.at(-1)) }) }] },
    {
      texts: cite,
      calls: [
        {
          tool: 'vault_coverage',
          args: () => ({ path: cite.source, cited_ranges: [{ start_line: cite.from, end_line: cite.to }] }),
        },
      ],
    },
    {
      texts: audit,
      calls: [
        ...(audit.draft === undefined
          ? []
          : [{ tool: 'vault_create', args: () => ({ path: audit.artifact, content: audit.draft }) }]),
        { tool: 'artifact_audit', args: () => ({ artifact_path: audit.artifact, source_path: audit.source }) },
      ],
    },
    {
      texts: card,
      calls: [
        { tool: 'kanban_new', args: () => ({ board: '.', title: card.card }) },
        { tool: 'kanban_list', args: () => ({ board: '.', columns: ['doing'] }) },
      ],
    },
    {
      texts: task,
      calls: [
        {
          tool: 'create_task',
          args: () => ({
            project: task.project,
            title: task.task,
            objective: task.objective,
            steps: task.steps,
            acceptance_criteria: task.criteria,
          }),
        },
        { tool: 'search', args: () => ({ query: task.query, limit: 3 }) },
      ],
    },
  ]
}

/** The place of the best passage, which manual_read takes as it is. */
function firstRef(found: Answer | undefined): Answer | undefined {
  const [first] = (found?.passages ?? []) as readonly { readonly ref: Answer }[] // passages of manual_find have a ref
  return first?.ref
}

import type { Artifact, Format } from './artifact/model.ts'

const EXPECTED: Readonly<Record<Format, string>> = {
  markdown:
    'no heading, no list item or line with an id or source_lines, no flowchart, and no table with a step_id or id column in it',
  mermaid: 'no node in it; a diagram must begin with "flowchart" or "graph"',
  json: 'no object with an "id" in it',
  table: 'no header line with a step_id or id column in it',
}
const READ_AS: Readonly<Record<Format, string>> = { markdown: 'Markdown', mermaid: 'Mermaid', json: 'JSON', table: 'CSV or TSV' }
const MAX_SKIPPED = 10

/** What of an artifact was not understood, and why: an audit that saw nothing must not look like one that found nothing. */
export function notUnderstood(artifact: Artifact, lines: number): string[] {
  const warnings: string[] = []
  if (artifact.nodes.length === 0) {
    const why = lines === 0 ? 'the file is empty' : `read as ${READ_AS[artifact.format]}, with ${EXPECTED[artifact.format]}`
    warnings.push(`No structure was understood: ${why}.`)
  }
  for (const { line, why } of artifact.skipped.slice(0, MAX_SKIPPED)) warnings.push(`line ${line}: ${why}.`)
  const more = artifact.skipped.length - MAX_SKIPPED
  if (more > 0) warnings.push(`${more} more parts were not understood.`)
  return warnings
}

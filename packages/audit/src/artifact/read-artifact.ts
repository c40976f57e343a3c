import { splitLines, stripBom } from '@shoko/core-fs'
import { ArtifactDraft } from './draft.ts'
import { readJson } from './json.ts'
import { readMarkdown } from './markdown.ts'
import { isFlowchart, readMermaid } from './mermaid.ts'
import type { Artifact } from './model.ts'
import { hasIdColumn, readTsv, splitTsvLine } from './table.ts'

type Format = 'markdown' | 'mermaid' | 'json' | 'tsv'

const FORMATS: Readonly<Record<string, Format>> = {
  md: 'markdown',
  markdown: 'markdown',
  mmd: 'mermaid',
  mermaid: 'mermaid',
  json: 'json',
  tsv: 'tsv',
}

/** Reads an artifact by its extension, or by its content where the extension says nothing. Text of no known form is read as Markdown. */
export function readArtifact(path: string, text: string): Artifact {
  const draft = new ArtifactDraft(splitLines(stripBom(text)))
  const whole = { from: 1, to: draft.lines.length, enclosing: null }
  const format = FORMATS[/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''] ?? guessFormat(draft.lines)
  if (format === 'mermaid') readMermaid(draft, whole)
  else if (format === 'tsv') readTsv(draft, whole)
  else if (format === 'markdown' || !readJson(draft, whole)) readMarkdown(draft)
  return draft.finish()
}

function guessFormat(lines: readonly string[]): Format {
  const first = lines.find((line) => line.trim() !== '') ?? ''
  if (/^\s*[{[]/.test(first)) return 'json'
  if (isFlowchart(lines)) return 'mermaid'
  return lines.some((line) => line.includes('\t') && hasIdColumn(splitTsvLine(line))) ? 'tsv' : 'markdown'
}

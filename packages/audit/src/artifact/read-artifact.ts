import { splitLines, stripBom } from '@shoko/core-fs'
import { ArtifactDraft } from './draft.ts'
import { readJson } from './json.ts'
import { readMarkdown } from './markdown.ts'
import { isFlowchart, readMermaid } from './mermaid.ts'
import type { Artifact, Format } from './model.ts'
import { beginsTable, readDelimited } from './table.ts'

const FORMATS: Readonly<Record<string, Format>> = {
  md: 'markdown',
  markdown: 'markdown',
  mmd: 'mermaid',
  mermaid: 'mermaid',
  json: 'json',
  tsv: 'table',
  csv: 'table',
}

/** Reads an artifact by its extension, or by its content where the extension says nothing. Text of no known form is read as Markdown. */
export function readArtifact(path: string, text: string): Artifact {
  const draft = new ArtifactDraft(splitLines(stripBom(text)))
  const format = FORMATS[/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''] ?? guessFormat(draft.lines)
  return draft.finish(readAs(format, draft))
}

/** Returns what the text turned out to be: a file that is called JSON and is none is read as Markdown. */
function readAs(format: Format, draft: ArtifactDraft): Format {
  const whole = { from: 1, to: draft.lines.length, enclosing: null }
  if (format === 'mermaid') readMermaid(draft, whole)
  else if (format === 'table') readDelimited(draft, whole)
  else if (format === 'json' && readJson(draft, whole)) return format
  else readMarkdown(draft)
  return format === 'json' ? 'markdown' : format
}

function guessFormat(lines: readonly string[]): Format {
  const first = lines.find((line) => line.trim() !== '') ?? ''
  if (/^\s*[{[]/.test(first)) return 'json'
  if (isFlowchart(lines)) return 'mermaid'
  return lines.some((_, index) => beginsTable(lines, index + 1)) ? 'table' : 'markdown'
}

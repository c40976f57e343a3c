import { DomainError } from '@shoko/contract'
import { openRoot, type Root } from '@shoko/core-fs'
import { guessLanguage } from '@shoko/search'

export const QUALITY_LANGUAGES = ['ja', 'es', 'en'] as const
export type QualityLanguage = (typeof QUALITY_LANGUAGES)[number]

/** A Markdown file as the measurement sees it. */
export interface QualityDocument {
  /** Which search has to find it. */
  readonly source: 'manuals' | 'vault'
  readonly path: string
  readonly language: QualityLanguage
  readonly title: string
  /** Without the title. */
  readonly headings: readonly string[]
  readonly text: string
}

/** Reads the Markdown files below a folder; one that is missing has none, and a file that is no text is left out. */
export async function readDocuments(folder: string, source: QualityDocument['source']): Promise<readonly QualityDocument[]> {
  const root = openRoot(folder)
  try {
    const files = (await root.walk()).map(({ path }) => path).filter((path) => path.endsWith('.md') && !isHidden(path))
    const texts = await Promise.all(files.map(async (path) => [path, await readOrSkip(root, path)] as const))
    return texts.flatMap(([path, text]) => (text === undefined ? [] : [documentOf({ source, path, text })]))
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'not_found') return []
    throw error
  } finally {
    root.close()
  }
}

export function documentOf(file: {
  readonly source: QualityDocument['source']
  readonly path: string
  readonly text: string
}): QualityDocument {
  const headings = headingsOf(file.text)
  const [title = stemOf(file.path), ...rest] = headings
  return { ...file, title, headings: rest, language: languageOf(file.text) }
}

/** Japanese when a tenth of the letters are; between the others, what the search itself would guess. */
function languageOf(text: string): QualityLanguage {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const japanese = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  if (japanese * 10 > letters) return 'ja'
  return guessLanguage(text) === 'es' ? 'es' : 'en'
}

function headingsOf(text: string): string[] {
  const headings: string[] = []
  let fenced = false
  let above = ''
  for (const line of text.split(/\r\n?|\n/)) {
    if (/^ {0,3}(```|~~~)/.test(line)) fenced = !fenced
    const heading = fenced ? undefined : (atxHeading(line) ?? (isUnderline(line) ? above : undefined))
    if (heading !== undefined) headings.push(heading.replaceAll(/[*_`[\]]/g, ''))
    above = line.trim()
  }
  return headings.filter((heading) => heading.trim() !== '')
}

function atxHeading(line: string): string | undefined {
  return /^ {0,3}#{1,6}\s+(.+?)\s*#*$/.exec(line)?.[1]
}

/** `---` also ends front matter, so only the other line of a setext heading counts. */
function isUnderline(line: string): boolean {
  return /^ {0,3}=+\s*$/.test(line)
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
}

function isHidden(path: string): boolean {
  return path.split('/').some((name) => name.startsWith('.'))
}

async function readOrSkip(root: Root, path: Parameters<Root['readText']>[0]): Promise<string | undefined> {
  try {
    return (await root.readText(path)).text
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}

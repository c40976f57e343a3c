import { countLines, stripBom } from '@shoko/core-fs'
import { readFrontMatter } from '@shoko/core-fs/front-matter'
import type { DocumentAddress } from './layout.ts'
import { type Metadata, readMetadata } from './metadata.ts'
import { type Outline, outlineOf } from './outline.ts'

/** A Markdown file, taken apart. */
export interface Document {
  readonly address: DocumentAddress
  readonly metadata: Metadata
  /** The text after the front matter and without a byte order mark. */
  readonly body: string
  readonly outline: Outline
  /** Lines of the file before `body`. */
  readonly linesBefore: number
}

export function readDocument(address: DocumentAddress, file: { readonly text: string; readonly mtimeMs: number }): Document {
  const frontMatter = readFrontMatter(file.text)
  const body = stripBom(frontMatter.body)
  const outline = outlineOf(body)
  const { folder, filename } = address
  return {
    address,
    body,
    outline,
    linesBefore: countLines(file.text.slice(0, file.text.length - body.length)),
    metadata: readMetadata({ frontMatter, outline, folder, filename, mtimeMs: file.mtimeMs }),
  }
}

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JudgedSet } from './judged-sets.ts'

export interface ScaleFile {
  readonly path: string
  readonly text: string
}

const FILE_BYTES = 10_000
const MANUALS = 20

/** Files with headings, made of the sets' paragraphs in an order that is always the same; written one by one, for they are many. */
export function* scaleFiles(sets: readonly JudgedSet[], count: number, fileBytes = FILE_BYTES): Generator<ScaleFile> {
  const paragraphs = sets.flatMap(({ docs }) =>
    docs.flatMap(({ text }) => text.split(/\n{2,}/).filter((part) => part.length > 80)),
  )
  const titles = sets.flatMap(({ docs }) => docs.map(({ title }) => title.replaceAll(/\s+/g, ' ').trim()))
  const next = numbers(42)
  const pick = (list: readonly string[]) => list[next(list.length)]!
  for (let index = 0; index < count; index++) {
    const parts = [`# ${pick(titles)} ${index}`]
    for (let bytes = 0; bytes < fileBytes; ) {
      const part = `## ${pick(titles)}\n\n${pick(paragraphs)}\n\n${pick(paragraphs)} ref${next(1_000_000)}`
      parts.push(part)
      bytes += Buffer.byteLength(part)
    }
    yield { path: `manual-${index % MANUALS}/part-${index % 50}/page-${index}.md`, text: `${parts.join('\n\n')}\n` }
  }
}

/** Returns the size of all texts. */
export function writeFiles(rootPath: string, files: Iterable<ScaleFile>): number {
  let bytes = 0
  for (const { path, text } of files) {
    mkdirSync(join(rootPath, path, '..'), { recursive: true })
    writeFileSync(join(rootPath, path), text)
    bytes += Buffer.byteLength(text)
  }
  return bytes
}

function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return (state >>> 8) % below
  }
}

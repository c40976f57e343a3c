import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md', 'bench/*/README.md'], { cwd: root })

describe('the links of the docs', () => {
  it.each(pages)('%s points at files and headings that are there', (page) => {
    const text = readFileSync(join(root, page), 'utf8').replaceAll(/```.*?```/gs, '')
    const targets = [...text.matchAll(/\]\((?!https?:|mailto:)(?<path>[^)#\s]*)(?:#(?<heading>[^)\s]*))?\)/g)]
    const broken = targets.filter(({ groups }) => {
      const path = groups?.path ?? ''
      const heading = groups?.heading
      const file = path === '' ? join(root, page) : join(root, dirname(page), path)
      return !existsSync(file) || (heading !== undefined && !headingsOf(file).includes(heading))
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })
})

function headingsOf(file: string): readonly string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => /^#+ (?<text>.+)$/.exec(line)?.groups?.text ?? [])
    .map((text) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    )
}

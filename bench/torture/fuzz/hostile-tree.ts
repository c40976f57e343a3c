import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DomainError } from '@shoko/contract'
import { openRoot, parsePath, type RelativePath, type Root } from '@shoko/core-fs'
import fc from 'fast-check'
import { defineRun, type RunOrder, type RunOutcome } from '../run.ts'
import { asyncRule, fuzz } from './campaign.ts'

const SECRET = 'the content of a file outside'
const NFC = 'caf\u00e9.md'
const NFD = 'cafe\u0301.md'
const SEGMENTS = [
  'a.md',
  'A.md',
  NFC,
  NFD,
  'dir',
  'Dir',
  'deep',
  'out',
  'out-file.md',
  'in',
  'in-file.md',
  'loop',
  'dangling',
  'fifo',
  'fifo.md',
  'x.db',
  'x.db-wal',
  'CON',
  'nul.md',
  'a b.md',
  '.hidden',
  '.shoko-0123456789abcdef.tmp',
  '.system',
  'missing',
  'new.md',
  '日本語.md',
  'socket',
  'x'.repeat(255),
  'y'.repeat(256),
  '..',
  '.',
  '%2e%2e',
  '‥',
]
const paths = fc.array(fc.constantFrom(...SEGMENTS), { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'))
/** A write waits for the disk, so most calls read. */
const operations = fc.constantFrom(
  ...Array.from({ length: 12 }, () => ['stat', 'read', 'lines', 'list', 'find'] as const).flat(),
  'walk',
  'create',
  'replace',
  'append',
  'move',
  'remove',
  'mkdir',
)
type Operation =
  | 'stat'
  | 'read'
  | 'lines'
  | 'list'
  | 'find'
  | 'walk'
  | 'create'
  | 'replace'
  | 'append'
  | 'move'
  | 'remove'
  | 'mkdir'

export const run = defineRun('fuzz-hostile-tree', fuzzTree, { full: { inputs: 1_000_000 }, expectedSeconds: 330, cores: 1 })

async function fuzzTree(order: RunOrder): Promise<RunOutcome> {
  const outside = join(order.folder, 'outside')
  const inside = join(order.folder, 'root')
  plant(inside, outside)
  const before = contentOf(outside)
  const root = openRoot(inside)
  const rules = [
    asyncRule('a call on a hostile tree', fc.tuple(operations, paths, paths), async ([operation, path, other]) => {
      try {
        const answer = await perform(root, { operation, path: parsePath(path), other: parsePath(other) })
        return !answer.includes(SECRET)
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        return !error.message.includes(order.folder)
      }
    }),
  ]
  const outcome = await fuzz(order, { rules, inputs: order.counts.inputs! })
  const touched = contentOf(outside) === before ? [] : [{ what: `something outside the root was changed: ${contentOf(outside)}` }]
  const litter = (await root.survey()).temporaryFiles.filter((path) => !path.includes('0123456789abcdef'))
  root.close()
  return {
    figures: outcome.figures,
    failures: [...outcome.failures, ...touched, ...litter.map((name) => ({ what: `litter: ${name}` }))],
  }
}

function plant(inside: string, outside: string): void {
  const put = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  put(join(outside, 'secret.md'), SECRET)
  put(join(outside, 'dir/a.md'), SECRET)
  for (const place of ['', 'dir', 'dir/deep']) {
    for (const name of [
      'a.md',
      'A.md',
      NFC,
      NFD,
      'a b.md',
      'CON',
      'nul.md',
      '.hidden',
      '日本語.md',
      'x.db',
      '.shoko-0123456789abcdef.tmp',
    ])
      put(join(inside, place, name), `${name}\nplain text\n`)
    const link = (target: string, name: string) => symlinkSync(target, join(inside, place, name))
    link(outside, 'out')
    link(join(outside, 'secret.md'), 'out-file.md')
    link('.', 'in')
    link('a.md', 'in-file.md')
    link('loop', 'loop')
    link('nowhere', 'dangling')
    execFileSync('mkfifo', [join(inside, place, 'fifo'), join(inside, place, 'fifo.md')])
  }
  mkdirSync(join(inside, 'Dir'))
}

function contentOf(outside: string): string {
  const files = readdirSync(outside, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files
    .map((entry) => `${entry.name}: ${readFileSync(join(entry.parentPath, entry.name), 'utf8')}`)
    .toSorted()
    .join('\n')
}

interface Call {
  readonly operation: Operation
  readonly path: RelativePath
  readonly other: RelativePath
}

async function perform(root: Root, { operation, path, other }: Call): Promise<string> {
  if (operation === 'stat') return String((await root.stat(path)).size)
  if (operation === 'find') return String((await root.find(path))?.kind)
  if (operation === 'read') return (await root.read(path)).bytes.toString()
  if (operation === 'list') return (await root.list(path)).map((entry) => entry.path).join('\n')
  if (operation === 'walk') return (await root.walk({ dir: path, hidden: true })).map((file) => file.path).join('\n')
  if (operation === 'lines') return readLines(root, path)
  if (operation === 'move') await root.move(path, other)
  else if (operation === 'remove') await root.remove(path)
  else if (operation === 'mkdir') await root.ensureDirectory(path)
  else await root[operation](path, `${operation} ${path}`)
  return ''
}

async function readLines(root: Root, path: RelativePath): Promise<string> {
  const reader = await root.openLines(path)
  try {
    return JSON.stringify(await reader.window(1, { endLine: 5, maxChars: 100 }))
  } finally {
    reader.close()
  }
}

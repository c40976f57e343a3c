import { setTimeout as pause } from 'node:timers/promises'
import { DomainError, type Finding } from '@shoko/contract'
import { parseDirectory, type RelativePath } from '../relative-path.ts'
import type { Root } from '../rooted-fs.ts'

export interface TreeCheckOptions {
  /** Files that are to be UTF-8 text; default: Markdown and plain text. */
  readonly isText?: (path: RelativePath) => boolean
}

const TEXT_NAME = /\.(md|markdown|txt|ndjson|toml)$/i
/** Larger ones are read in windows by the tools, and take too long to be looked through here. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024
/** A write takes a few milliseconds from its temporary file to the rename. */
const SECOND_LOOK_MS = 250

/** What is wrong with a tree of files whatever they mean: left temporary files, closed folders, names and texts that cannot be read. */
export async function checkTree(root: Root, options: TreeCheckOptions = {}): Promise<Finding[]> {
  if ((await root.find(parseDirectory('')))?.kind !== 'dir') return []
  const { closed, unreachable, twins } = await root.survey()
  return [
    ...(await findTemporaryFiles(root)),
    ...closed.map((path) => closedFinding(path)),
    ...unreachable.map((path) => ({
      level: 'warn' as const,
      code: 'unreachable-name',
      path,
      message:
        'no tool can name it: the name holds a control character, a backslash, white space at an end or bytes that are not UTF-8',
      advice: 'rename it',
    })),
    ...twins.map(([path = '', ...others]) => ({
      level: 'warn' as const,
      code: 'twin-names',
      path,
      message: `other systems take it for the same as ${others.join(', ')}: the names differ by case or accents' encoding only`,
      advice: 'rename one of them before the folder is synchronized to another system',
    })),
    ...(await findUnreadable(root, options.isText ?? ((path) => TEXT_NAME.test(path)))),
  ]
}

async function findTemporaryFiles(root: Root): Promise<Finding[]> {
  const first = (await root.survey()).temporaryFiles
  if (first.length === 0) return []
  await pause(SECOND_LOOK_MS)
  const still = new Set((await root.survey()).temporaryFiles)
  return first
    .filter((path) => still.has(path))
    .map((path) => ({
      level: 'warn',
      code: 'litter',
      path,
      message: 'temporary file of a process that was killed while it wrote',
      fix: 'remove it',
    }))
}

async function findUnreadable(root: Root, isText: (path: RelativePath) => boolean): Promise<Finding[]> {
  const findings: Finding[] = []
  const files = await root.walk({ stats: true, skip: (path, kind) => kind === 'file' && !isText(path) })
  for (const { path, info } of files) {
    if ((info?.size ?? 0) > MAX_TEXT_BYTES) continue
    try {
      await root.readText(path)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      if (error.reason === 'permission_denied') findings.push(closedFinding(path))
      if (error.reason === 'not_text') findings.push(notTextFinding(path))
      if (error.reason === 'disk_error')
        findings.push({ level: 'error', code: 'unreadable', path, message: error.message, advice: 'check the disk' })
    }
  }
  return findings
}

function closedFinding(path: string): Finding {
  return { level: 'error', code: 'closed', path, message: 'this user may not read it', advice: 'change its permissions' }
}

function notTextFinding(path: string): Finding {
  const message = 'is not UTF-8 text: reading it is refused, and searches skip it'
  return { level: 'error', code: 'not-text', path, message, advice: 'save it as UTF-8' }
}

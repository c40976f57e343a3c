import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { isTemporaryName, parsePath, type RelativePath } from '../src/relative-path.ts'
import { openRoot, type Root, type RootOptions } from '../src/rooted-fs.ts'

export const LOCK = '.system/shoko/lock.db'

/** A temporary folder with these files (a name that ends in '/' is a folder); gone after the test. */
export function makeTree(files: Readonly<Record<string, string>> = {}): string {
  const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'core-fs-')))
  onTestFinished(() => fs.rmSync(dir, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    const place = path.join(dir, name)
    fs.mkdirSync(name.endsWith('/') ? place : path.dirname(place), { recursive: true })
    if (!name.endsWith('/')) fs.writeFileSync(place, content)
  }
  return dir
}

export function rootOf(dir: string, options: RootOptions = {}): Root {
  const root = openRoot(dir, { lockPath: LOCK, ...options })
  onTestFinished(() => root.close())
  return root
}

/** Every path below, folders too, in order. */
export function listTree(dir: string): string[] {
  return fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort()
}

export function openDescriptors(): number {
  return fs.readdirSync('/proc/self/fd').length
}

export function at(path: string): RelativePath {
  return parsePath(path)
}

/** The reason of the error that the work must end with. */
export async function reasonOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof Error && 'reason' in error) return String(error.reason)
    throw error
  }
  throw new Error('it did not fail')
}

/** Temporary files of ours, wherever they lie. */
export function temporaries(dir: string): string[] {
  return listTree(dir).filter((name) => isTemporaryName(path.basename(name)))
}

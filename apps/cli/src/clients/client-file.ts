// The file system itself, for one thing that Root does not do: a copy that is as private as its original.
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DomainError } from '@shoko/contract'
import { openRoot, parseDirectory, parsePath, realPathOf, sha256 } from '@shoko/core-fs'
import type { Change, Files } from './change.ts'

/** A file of somebody else's program. It may be a link into a folder of dotfiles: the link stays, what it leads to changes. */
export interface ClientFile {
  readonly path: string
  readonly files: Files
  readonly hash: string | undefined
}

export function backupPathOf(path: string): string {
  return `${realPathOf(path)}.shoko-backup`
}

/** Undefined when the file is there but is not text that we could read. */
export async function readClientFile(path: string): Promise<ClientFile | undefined> {
  try {
    const file = await readIfThere(realPathOf(path))
    const backup = await readIfThere(backupPathOf(path))
    return { path, files: { text: file?.text, backup: backup?.text }, hash: file?.hash }
  } catch (error) {
    if (error instanceof DomainError) return undefined
    throw error
  }
}

/** Carries the change out, unless the file has changed since it was read. */
export async function applyChange({ path, hash }: ClientFile, change: Change): Promise<void> {
  if (change.kind === 'nothing' || change.kind === 'unclear') return
  const real = realPathOf(path)
  if (change.kind === 'write' && change.backup === 'make' && change.before !== undefined) keepBackup(path, change.before)
  const root = openRoot(dirname(real), { hidden: 'reached' })
  try {
    const name = parsePath(basename(real))
    if (change.kind === 'delete') await root.remove(name)
    else if (change.before === undefined) {
      await root.ensureDirectory(parseDirectory(''))
      await root.create(name, change.after)
    } else await root.replace(name, change.after, { hash: hash ?? sha256(change.before) })
  } finally {
    root.close()
  }
  const isOver = change.kind === 'restore' || change.kind === 'delete' || (change.kind === 'write' && change.backup === 'remove')
  if (isOver) rmSync(backupPathOf(path), { force: true })
}

async function readIfThere(real: string) {
  const root = openRoot(dirname(real), { hidden: 'reached' })
  try {
    return await root.readText(parsePath(basename(real)))
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'not_found') return undefined
    throw error
  } finally {
    root.close()
  }
}

/** With the mode of the original: such files hold keys. Whole or not at all. */
function keepBackup(path: string, text: string): void {
  const backup = backupPathOf(path)
  const temporary = `${backup}-${process.pid}`
  writeFileSync(temporary, text, { mode: statSync(path).mode & 0o777, flag: 'wx', flush: true })
  renameSync(temporary, backup)
}

import { join } from 'node:path'
import { type Call, DomainError } from '@shoko/contract'
import { parseDirectory, sha256, type TextFile, type Written } from '@shoko/core-fs'
import type { VibeContext } from '../context.ts'
import type { IndexedAnswer } from '../index/document-index.ts'
import type { VibeReason } from '../reasons.ts'
import { addressOf, type DocumentAddress, type DocumentName, hasExtension } from './layout.ts'
import { requireProject } from './projects.ts'

export interface Edit<T> {
  readonly address: DocumentAddress
  /** What was written; a hash alone when nothing had to be. */
  readonly written: Written | { readonly hash: string }
  /** False: the file is what it was. */
  readonly changed: boolean
  readonly result: T
}

/** Runs a change while no other change of the project runs, here or in another process; then indexes and announces it. */
export async function editProject<T>(
  ctx: VibeContext,
  { project, call }: { readonly project: string; readonly call: Call },
  work: (project: string) => Promise<Edit<T>>,
): Promise<Edit<T> & IndexedAnswer> {
  if (ctx.readOnly)
    throw new DomainError<VibeReason>('read_only', 'this server is read-only; start it without SHOKO_READ_ONLY to write')
  const name = await requireProject(ctx.root, project)
  if (ctx.locks !== ctx.root) await ctx.locks.ensureDirectory(parseDirectory(''))
  const edit = await ctx.locks.exclusive(() => sweepThen(ctx, () => work(name)), {
    lockPath: projectLock(name),
    signal: call.signal,
  })
  const indexed = await ctx.index.indexWritten(edit.address)
  if (edit.changed) ctx.announce(edit.address.path)
  return { ...edit, ...indexed }
}

/** The first section of a lock sweeps the folder that the lock lies in; the projects may lie in another one. */
async function sweepThen<T>(ctx: VibeContext, work: () => Promise<T>): Promise<T> {
  await ctx.sweepOnce()
  return work()
}

/** What every write says: the file's hash, and whether it is indexed or why not. */
export function writtenFields(edit: Edit<unknown> & IndexedAnswer): { hash: string; indexed: boolean; warnings?: string[] } {
  const fields = { hash: edit.written.hash, indexed: edit.indexed }
  return edit.warning === undefined ? fields : { ...fields, warnings: [edit.warning] }
}

export async function createDocument(ctx: VibeContext, address: DocumentAddress, text: string): Promise<Written> {
  if ((await ctx.root.find(address.path)) !== undefined) throw fileExists(address)
  return ctx.root.create(address.path, text)
}

/** What a file is read for: a change writes it whole, which has a bound. */
export type Purpose = 'reading' | 'change'

/** The file, or FILE_NOT_FOUND in the words of the family. */
export async function requireDocument(ctx: VibeContext, address: DocumentAddress, purpose: Purpose): Promise<TextFile> {
  const file = await findDocument(ctx, address, purpose)
  if (file === undefined) throw fileNotFound(address, purpose)
  return file
}

export async function findDocument(
  { root }: VibeContext,
  { path }: DocumentAddress,
  purpose: Purpose,
): Promise<TextFile | undefined> {
  if ((await root.find(path))?.kind !== 'file') return undefined
  return purpose === 'change' ? root.readToChange(path) : root.readText(path)
}

/** For reading: the name as given, and where there is no such file, the name that a writing tool would have made of it. */
export async function locateDocument(ctx: VibeContext, name: DocumentName): Promise<DocumentAddress> {
  const exact = addressOf(name)
  if (hasExtension(exact.filename) || (await ctx.root.find(exact.path))?.kind === 'file') return exact
  return addressOf({ ...name, filename: `${name.filename.trim()}.md` })
}

/** Refuses when the caller has not seen what is there now. */
export function requireHash(address: DocumentAddress, file: TextFile | undefined, expected: string | undefined): void {
  if (expected === undefined || file?.hash === expected.toLowerCase()) return
  const message = `File '${address.inProject}' has changed since it was read; read it again and repeat the change`
  throw new DomainError<VibeReason>('changed', message, {
    details: { project: address.project, path: address.inProject, hash: file?.hash ?? null },
  })
}

/** Only for outputs that are meant for programs on this machine; messages never hold one. */
export function absolutePath(ctx: VibeContext, address: DocumentAddress): string {
  return join(ctx.root.absolutePath, ...address.path.split('/'))
}

export function fileNotFound(
  { project, inProject }: Pick<DocumentAddress, 'project' | 'inProject'>,
  purpose: Purpose,
): DomainError {
  const message = `File '${inProject}' not found in project '${project}'`
  return new DomainError<VibeReason>('file_not_found', message, {
    details: { project, path: inProject },
    hint: whatThereIs(inProject, purpose),
  })
}

function whatThereIs(inProject: string, purpose: Purpose): string {
  if (inProject.startsWith('tasks/')) return 'list_tasks names the tasks'
  return purpose === 'reading' ? 'search finds documents by their words' : 'create_doc makes a new one'
}

export function fileExists({ project, inProject }: DocumentAddress, advice = 'change it with update_doc'): DomainError {
  const message = `File '${inProject}' already exists in project '${project}'; ${advice}`
  return new DomainError<VibeReason>('file_exists', message, { details: { project, path: inProject } })
}

const MAX_LOCK_NAME = 200

function projectLock(project: string): string {
  const name = Buffer.byteLength(project) > MAX_LOCK_NAME ? sha256(project) : project
  return `.shoko/projects/${name}.lock.db`
}

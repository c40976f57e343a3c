import { relative } from 'node:path'
import type { OwnWrites } from '@shoko/contract'
import { openRoot, parentOf, parsePath, type RelativePath, type Root, sha256 } from '@shoko/core-fs'

export interface MirrorOptions {
  /** The folder, absolute. */
  readonly path: string
  /** Told of every file that changes here, so that indexes look at it. */
  readonly writes: OwnWrites
  /** Told of what came from other servers only. */
  readonly arrivals: OwnWrites
  /** Whether a file, by its document's path, is one of the documents; what is derived from them is not. */
  readonly isDocument: (path: string) => boolean
}

/** What documents are to be: their bytes; undefined: they are not to be there. */
export type Contents = ReadonlyMap<string, Buffer | undefined>

/** A local copy of a space's documents: a cache, which can be filled again at any time, so nothing of it is flushed. */
export class Mirror {
  readonly path: string
  readonly isDocument: (path: string) => boolean
  readonly #root: Root
  readonly #arrivals: OwnWrites

  constructor({ path, writes, arrivals, isDocument }: MirrorOptions) {
    this.path = path
    this.isDocument = isDocument
    this.#arrivals = arrivals
    this.#root = openRoot(path, { hidden: 'reached', volatile: true, writes })
  }

  /** The document that a file of this machine is a copy of. */
  documentAt(absolutePath: string): string {
    if (absolutePath.startsWith(`${this.path}/`)) return absolutePath.slice(this.path.length + 1)
    const path = relative(this.path, absolutePath).replaceAll('\\', '/')
    return absolutePath.endsWith('/') ? `${path}/` : path
  }

  async bytesOf(document: string): Promise<Buffer | undefined> {
    const path = parsePath(document)
    const info = await this.#root.find(path)
    return info?.kind === 'file' ? (await this.#root.read(path)).bytes : undefined
  }

  /** Puts documents where they belong. A path that ends in `/` is a folder that stands empty. */
  async take(contents: Contents): Promise<void> {
    const gone = [...contents].filter(([, bytes]) => bytes === undefined).map(([path]) => path)
    for (const path of gone) await this.#drop(path)
    for (const [path, bytes] of contents) if (bytes !== undefined) await this.#put(path, bytes)
    for (const path of contents.keys()) this.#arrivals.publish(`${this.path}/${path.replace(/\/$/, '')}`)
  }

  /** The hash of every document that lies here. */
  async hashes(): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (const { path } of await this.#root.walk({ hidden: true, strict: true })) {
      if (this.isDocument(path)) found.set(path, sha256((await this.#root.read(path)).bytes))
    }
    return found
  }

  /** Makes the folder, and removes what a killed process has left half written. */
  async prepare(families: readonly string[]): Promise<void> {
    await this.#root.ensureDirectory('' as RelativePath) // the root itself
    for (const family of families) await this.#root.ensureDirectory(parsePath(family))
    await this.#root.removeStaleTemporaryFiles()
  }

  close(): void {
    this.#root.close()
  }

  async #put(document: string, bytes: Buffer): Promise<void> {
    if (document.endsWith('/')) return this.#root.ensureDirectory(parsePath(document.slice(0, -1)))
    await this.#root.put(parsePath(document), bytes)
  }

  /** With the folders that it leaves empty: those that are to stay are documents of their own. */
  async #drop(document: string): Promise<void> {
    const path = parsePath(document.replace(/\/$/, ''))
    const info = await this.#root.find(path)
    if (info?.kind === 'file') await this.#root.remove(path)
    let folder = info?.kind === 'dir' ? path : parentOf(path)
    while (folder.includes('/') && (await this.#root.removeFolder(folder))) folder = parentOf(folder)
  }
}

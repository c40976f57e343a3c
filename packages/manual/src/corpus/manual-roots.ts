import { DomainError } from '@shoko/contract'
import {
  type DirEntry,
  joinPath,
  parseDirectory,
  type RelativePath,
  type Root,
  type WalkedFile,
  type Watch,
  type WatchOptions,
  watchTree,
} from '@shoko/core-fs'
import type { ManualReason } from '../reasons.ts'

/** A manual that lies somewhere else, by the name under which it is known. */
export interface NamedRoot {
  readonly name: string
  readonly root: Root
}

/**
 * All manuals as one tree of files, read only: the directories of one root, and further ones by name. A path begins with the
 * manual's name, wherever that manual lies.
 */
export interface ManualRoots extends Pick<Root, 'find' | 'read' | 'readText' | 'list' | 'walk' | 'onOwnWrite' | 'close'> {
  /** What tells these manuals from others: the places they are read from. */
  readonly identity: string
  /** The names of manuals that lie elsewhere. */
  readonly named: readonly string[]
  watch(options: Pick<WatchOptions, 'debounceMs' | 'onChange' | 'onState'>): Watch
}

const TOP = parseDirectory('')

export function createManualRoots(main: Root, named: readonly NamedRoot[]): ManualRoots {
  const byName = new Map(named.map(({ name, root }) => [name, root]))

  /** Which root a path leads into, and the path there. */
  function route(path: RelativePath): { readonly root: Root; readonly path: RelativePath } {
    const slash = path.indexOf('/')
    const root = byName.get(slash < 0 ? path : path.slice(0, slash))
    if (root === undefined) return { root: main, path }
    return { root, path: slash < 0 ? TOP : (path.slice(slash + 1) as RelativePath) } // the rest of whole segments
  }

  async function listTop(): Promise<DirEntry[]> {
    const own = (await orNothing(main.list(TOP), named.length > 0)).filter(({ name }) => !byName.has(name))
    const others: DirEntry[] = []
    for (const { name, root } of named) {
      const info = await root.find(TOP).catch(() => undefined)
      if (info?.kind === 'dir') others.push({ name, path: joinPath(TOP, name), kind: 'dir', size: null, mtimeMs: info.mtimeMs })
    }
    return [...own, ...others].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  async function walkAll(options: Parameters<Root['walk']>[0]): Promise<WalkedFile[]> {
    const own = await orNothing(main.walk(options), named.length > 0)
    const files = own.filter(({ path }) => route(path).root === main)
    for (const { name, root } of named) files.push(...prefixed(name, await orNothing(root.walk(options), true)))
    return files
  }

  return {
    identity: [main, ...named.map(({ root }) => root)].map(({ absolutePath }) => absolutePath).join('\n'),
    named: named.map(({ name }) => name),
    find: (path) => {
      const { root, path: own } = route(path)
      return root.find(own)
    },
    read: (path, options) => {
      const { root, path: own } = route(path)
      return root.read(own, options)
    },
    readText: (path) => {
      const { root, path: own } = route(path)
      return root.readText(own)
    },
    async list(dir) {
      if (dir === TOP) return listTop()
      const { root, path } = route(dir)
      const entries = await root.list(path)
      return root === main ? entries : entries.map((entry) => ({ ...entry, path: joinPath(dir, entry.name) }))
    },
    async walk(options) {
      const dir = options?.dir ?? TOP
      if (dir === TOP) return walkAll(options)
      const { root, path } = route(dir)
      const files = await root.walk({ ...options, dir: path })
      return root === main ? files : prefixed(dir.split('/', 1)[0]!, files)
    },
    onOwnWrite(listener) {
      const stops = [
        main.onOwnWrite(listener),
        ...named.map(({ name, root }) => root.onOwnWrite((path) => listener(below(name, path)))),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
    watch: (options) => watchAll(main, named, options),
    close() {
      for (const root of [main, ...byName.values()]) root.close()
    },
  }
}

/** One watch over all roots: trusted when each of them is. */
function watchAll(
  main: Root,
  named: readonly NamedRoot[],
  options: Pick<WatchOptions, 'debounceMs' | 'onChange' | 'onState'>,
): Watch {
  const watches = [
    watchTree(main, options),
    ...named.map(({ name, root }) =>
      watchTree(root, {
        ...options,
        onChange: ({ paths, overflow }) => options.onChange({ paths: paths.map((path) => below(name, path)), overflow }),
      }),
    ),
  ]
  return {
    get trusted() {
      return watches.every(({ trusted }) => trusted)
    },
    ready: Promise.all(watches.map(({ ready }) => ready)).then(() => {}),
    close: async () => {
      await Promise.all(watches.map((watch) => watch.close()))
    },
  }
}

function prefixed(name: string, files: readonly WalkedFile[]): WalkedFile[] {
  return files.map((file) => ({ ...file, path: below(name, file.path) }))
}

/** A manual's name is one plain segment, and what is below it is a path already. */
function below(name: string, path: RelativePath): RelativePath {
  return (path === '' ? name : `${name}/${path}`) as RelativePath
}

const MISSING =
  'the folder of manuals does not exist yet: run `shoko init`, point MANUALS_ROOT at a folder with one folder a manual, or name manuals with MANUALS (name=path)'

/** A folder that is not there holds nothing, where others may. */
async function orNothing<T>(work: Promise<T[]>, isFine: boolean): Promise<T[]> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== 'not_found') throw error
    if (isFine) return []
    throw new DomainError<ManualReason>('not_found', MISSING, { cause: error })
  }
}

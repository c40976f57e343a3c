import { execFileSync } from 'node:child_process'
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Figures, timed, timeQueries } from './measure.ts'

const PEER = '@tobilu/qmd@2.8.3'

/** The part of the peer's library that is used here. */
interface PeerStore {
  update(): Promise<unknown>
  searchLex(query: string, options: { readonly limit: number }): Promise<readonly unknown[]>
  close(): Promise<void>
}

/** qmd in its `search` mode: full-text only, no models. Installed into a temporary folder, without its install scripts. */
export async function measurePeer(
  corpus: string,
  { queries, folder }: { readonly queries: readonly string[]; readonly folder: string },
): Promise<Figures> {
  mkdirSync(folder, { recursive: true })
  execFileSync('npm', ['install', '--prefix', folder, PEER, '--ignore-scripts', '--no-audit', '--no-fund', '--omit=optional'], {
    stdio: 'ignore',
  })
  const library = pathToFileURL(join(folder, 'node_modules/@tobilu/qmd/dist/index.js')).href
  const { createStore } = (await import(library)) as { createStore(options: unknown): Promise<PeerStore> }
  const dbPath = join(folder, 'qmd.sqlite')
  const open = () => createStore({ dbPath, config: { collections: { notes: { path: corpus, pattern: '**/*.md' } } } })
  const first = await timed(async () => {
    const store = await open()
    await store.update()
    return store
  })
  await first.value.close()
  const restart = await timed(async () => {
    const store = await open()
    await store.update()
    return store
  })
  const answers = await timeQueries(queries, async (query) => (await restart.value.searchLex(query, { limit: 20 })).length)
  await restart.value.close()
  return {
    name: 'qmd',
    indexMs: first.ms,
    indexCpuMs: first.cpuMs,
    restartMs: restart.ms,
    indexBytes: statSync(dbPath).size,
    ...answers,
  }
}

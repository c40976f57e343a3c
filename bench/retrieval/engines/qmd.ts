import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { analyseChannels } from '@shoko/search'
import { indexOfFile, type JudgedDocument, markdownOf, writeDocuments } from '../judged-sets.ts'
import type { Engine } from './engine.ts'

interface QmdStore {
  update(): Promise<unknown>
  searchLex(query: string, options: { readonly limit: number }): Promise<readonly { readonly displayPath: string }[]>
  close(): Promise<void>
}
interface QmdModule {
  createStore(options: object): Promise<QmdStore>
}

/** `qmd search`, by the library behind the command; installed into a folder of its own. Undefined when that is not possible here. */
export async function installQmd(folder: string): Promise<readonly Engine[] | undefined> {
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    if (!existsSync(join(folder, 'node_modules/@tobilu/qmd')))
      execFileSync('npm', ['install', '@tobilu/qmd', ...flags], { cwd: folder, stdio: 'ignore', timeout: 300_000 })
    const entry = pathToFileURL(join(folder, 'node_modules/@tobilu/qmd/dist/index.js')).href
    const qmd = (await import(entry)) as QmdModule // not a dependency of the project: its shape is what we use of it
    return [qmdEngine('qmd search', qmd, plain), qmdEngine('qmd search + our analyser', qmd, analysed)]
  } catch {
    return undefined
  }
}

interface Feeding {
  readonly document: (doc: JudgedDocument) => string
  readonly query: (query: string) => string
}

const plain: Feeding = { document: markdownOf, query: (query) => query }
const analysed: Feeding = {
  document: ({ title, heading, text }) => `# ${words(title)}\n\n${words(heading)}\n\n${words(text)}\n`,
  query: words,
}

function qmdEngine(name: string, qmd: QmdModule, feeding: Feeding): Engine {
  return {
    name,
    prepare: (set, workPath) => writeDocuments(join(workPath, 'docs'), set.docs.map(feeding.document)),
    async open(_set, workPath) {
      const config = { collections: { docs: { path: join(workPath, 'docs'), pattern: '**/*.md' } } }
      const store = await qmd.createStore({ dbPath: join(workPath, 'qmd.sqlite'), config })
      await store.update()
      return {
        async search(query) {
          const results = await store.searchLex(feeding.query(query), { limit: 10 }).catch(() => [])
          return async () => results.map(({ displayPath }) => indexOfFile(displayPath))
        },
        close: () => store.close(),
      }
    },
  }
}

function words(source: string): string {
  return analyseChannels(source).words.join(' ')
}

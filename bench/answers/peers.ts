import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { StdioClient } from '../kanban/stdio-client.ts'
import type { Ask, Asked } from './asked.ts'
import { articleOf, type Workspace } from './question-set.ts'

export interface Peer {
  readonly name: string
  readonly ask: Ask
  readonly close: () => Promise<void>
}

/** What agents use instead: each is asked as its own documentation says, then reads the first file it was given. */
export async function openPeers(
  workspace: Workspace,
  { tools, notes }: { readonly tools: string; readonly notes: string[] },
): Promise<Peer[]> {
  const grep: Peer = { name: 'grep, then read two files', ask: grepThenRead(workspace.vault), close: async () => {} }
  const opened = [await mcpvault(workspace, tools), await qmd(workspace, tools).catch(saysWhy('qmd', notes)), grep]
  return opened.filter((peer) => peer !== undefined)
}

function saysWhy(name: string, notes: string[]): (error: unknown) => undefined {
  return (error) => void notes.push(`\`${name}\` could not be run: ${String(error).split('\n')[0]}`)
}

/** Fetched by npm into a folder of their own; returns what is to be said of those that could not be had. */
export function installPeers(folder: string): string[] {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  return ['@bitbonsai/mcpvault@0.16.0', '@tobilu/qmd'].flatMap((name) => {
    try {
      execFileSync('npm', ['install', name, ...flags], { cwd: folder, stdio: 'ignore', timeout: 300_000 })
      return []
    } catch {
      return [`\`${name}\` could not be installed in this run.`]
    }
  })
}

async function mcpvault({ vault }: Workspace, tools: string): Promise<Peer | undefined> {
  const bin = join(tools, 'node_modules/.bin/mcpvault')
  if (!existsSync(bin)) return undefined
  const client = new StdioClient([bin, vault], { cwd: vault })
  await client.open()
  const ask: Ask = async (query) => {
    const found = await client.call('search_notes', { query, limit: 5 }).catch((error: unknown) => String(error))
    const path = firstFile(found)
    const read = path === undefined ? '' : await client.call('read_note', { path })
    return seen([found, read], path ?? '', path === undefined ? 1 : 2)
  }
  return { name: 'mcpvault search_notes, read_note', ask, close: async () => client.close() }
}

interface QmdModule {
  createStore(options: object): Promise<{
    update(): Promise<unknown>
    searchLex(query: string, options: { readonly limit: number }): Promise<readonly { readonly displayPath: string }[]>
    close(): Promise<void>
  }>
}

/** `qmd search` by the library behind it: its model-free search, then the first file whole. */
async function qmd({ path, vault }: Workspace, tools: string): Promise<Peer | undefined> {
  const entry = join(tools, 'node_modules/@tobilu/qmd/dist/index.js')
  if (!existsSync(entry)) return undefined
  const module = (await import(pathToFileURL(entry).href)) as QmdModule // not a dependency of the project: its shape is what we use of it
  const config = { collections: { docs: { path: vault, pattern: '**/*.md' } } }
  const store = await module.createStore({ dbPath: join(path, 'qmd.sqlite'), config })
  await store.update()
  const ask: Ask = async (query) => {
    const results = await store.searchLex(query, { limit: 5 }).catch(() => [])
    const listed = results.map(({ displayPath }) => displayPath).join('\n')
    const first = firstFile(listed)
    const read = first === undefined ? '' : readFileSync(join(vault, first), 'utf8')
    return seen([listed, read], first ?? '', first === undefined ? 1 : 2)
  }
  return { name: 'qmd search, then read', ask, close: () => store.close() }
}

/** What an agent without a tool does: greps for the longest words of the question and reads the two files with the most hits. */
function grepThenRead(folder: string): Ask {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  return async (query) => {
    const words = longestWords(query)
    const counted = files
      .map(({ name, text }) => ({ name, text, hits: words.map((word) => text.toLowerCase().split(word).length - 1) }))
      .map(({ hits, ...file }) => ({
        ...file,
        words: hits.filter((hit) => hit > 0).length,
        hits: hits.reduce((a, b) => a + b, 0),
      }))
      .filter(({ hits }) => hits > 0)
      .sort((a, b) => b.words - a.words || b.hits - a.hits)
    const read = counted.slice(0, 2)
    const listed = counted.slice(0, 20).map(({ name, hits }) => `${name}:${hits}`)
    return seen([listed.join('\n'), ...read.map(({ text }) => text)], read[0]?.name ?? '', 1 + read.length)
  }
}

/** Runs of letters of one kind; in Japanese those of kanji or katakana, which is where a person would cut. */
function longestWords(query: string): string[] {
  const runs = query.toLowerCase().match(/[\p{Script=Han}々]+|[\p{Script=Katakana}ー]+|[\p{Script=Latin}\d]+/gu) ?? []
  return runs.toSorted((a, b) => b.length - a.length).slice(0, 3)
}

function firstFile(listed: string): string | undefined {
  return /a\d{4}\.md/.exec(listed)?.[0]
}

function seen(answers: readonly string[], first: string, calls: number): Asked {
  return {
    texts: answers,
    article: articleOf(first),
    characters: answers.reduce((sum, text) => sum + [...text].length, 0),
    calls,
    confidence: Number.NaN,
    ready: false,
    conflicts: 0,
    leadsToBest: undefined,
  }
}

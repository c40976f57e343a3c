import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

export interface Peer {
  readonly name: string
  /** What npm is asked to fetch, and from where if not from its own registry. */
  readonly packages: readonly string[]
  readonly registry?: string
  /** The rest of the line a person types after npx, for a folder with a few notes. */
  readonly command: (notes: string) => readonly string[]
  /** What must be done once before a server can be of use; counted as part of the first run. */
  readonly prepare?: readonly string[]
  readonly ask: { readonly tool: string; readonly args: Readonly<Record<string, unknown>>; readonly expect: string }
}

export function peers(registry: string): readonly Peer[] {
  const shoko: Peer = {
    name: 'Shoko',
    packages: ['shoko'],
    registry,
    command: (notes) => ['shoko', 'stdio', '--vault-root', notes],
    ask: { tool: 'vault_search', args: { query: 'winter blend' }, expect: 'winter-blend-2026' },
  }
  return [
    shoko,
    {
      name: 'Backlog.md',
      packages: ['backlog.md@1.52.0'],
      prepare: ['backlog', 'init', 'First', '--defaults'],
      command: () => ['backlog', 'mcp', 'start'],
      ask: { tool: 'task_create', args: { title: 'Clean the boiler' }, expect: 'Clean the boiler' },
    },
    {
      name: 'mcpvault',
      packages: ['@bitbonsai/mcpvault@0.16.0'],
      command: (notes) => ['mcpvault', notes],
      ask: { tool: 'search_notes', args: { query: 'winter blend' }, expect: 'winter-blend-2026' },
    },
  ]
}

/** The same line for a person whose Node is too old: npm fetches a newer one for this program alone. */
export function withOwnNode(peer: Peer): Peer {
  return { ...peer, name: `${peer.name}, its own Node 24`, packages: ['node@24', ...peer.packages] }
}

/** A small vault and a repository, as each of them expects. */
export function makeNotes(root: string, folder: string): string {
  const notes = join(folder, 'notes')
  mkdirSync(notes, { recursive: true })
  cpSync(join(root, 'fixtures/workspace/vault'), notes, { recursive: true })
  execFileSync('git', ['init', '--quiet', notes])
  return notes
}

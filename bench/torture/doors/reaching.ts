import { PROGRAMS } from './traps.ts'

export interface Reach {
  readonly tool: string
  readonly args: Readonly<Record<string, unknown>>
}

/** Paths below the vault that lead out of it, into other programs or into the server's own files. */
const PATHS = [
  ...PROGRAMS.filter((path) => path.startsWith('vault/')).map((path) => path.slice('vault/'.length)),
  '.git/hooks/post-checkout',
  '.GIT/config',
  '.obsidian/plugins/x/main.js',
  '.claude/settings.json',
  '.mcp.json',
  '.system/shoko/lock.db',
  '../shoko.toml',
  '../outside/secret.md',
  'projects/../../outside/secret.md',
  'projects/secret.md',
  'README.md',
  'a/.hidden/b.md',
  './.git/config',
  'shoko.toml',
]

const CARD = '01M59VC1HZNQTTE5VC181SE9A2'

/** What somebody would try who wants to get out, or at what was planted: every tool that takes a path, with every path. */
export function allReaches(): readonly Reach[] {
  return [
    ...PATHS.flatMap((path): Reach[] => [
      { tool: 'vault_read', args: { path, full: true } },
      { tool: 'vault_scan', args: { path } },
      { tool: 'vault_ls', args: { relative_dir: path } },
      { tool: 'vault_links', args: { path } },
      { tool: 'vault_create', args: { path, content: 'x' } },
      { tool: 'vault_create', args: { path: `${path}/x.md`, content: 'x' } },
      { tool: 'vault_write', args: { path, content: 'x', mode: 'append' } },
      { tool: 'vault_replace', args: { path, find: 'e', replace: 'x' } },
      { tool: 'vault_move', args: { from: 'ideas', to: path } },
      { tool: 'vault_move', args: { from: path, to: 'made/moved.md' } },
      { tool: 'vault_trash', args: { path } },
      { tool: 'vault_coverage', args: { path, cited_ranges: [] } },
      { tool: 'artifact_audit', args: { artifact_path: path, source_path: path } },
      { tool: 'manual_read', args: { ref: { manual_id: 'manual-maquina', path } } },
      { tool: 'manual_toc', args: { manual_id: 'manual-maquina', path } },
      { tool: 'read_doc', args: { path: `kura-app/${path}` } },
      { tool: 'create_doc', args: { project: 'kura-app', folder: 'scratch', filename: path, content: 'x' } },
      { tool: 'update_doc', args: { project: 'kura-app', folder: '', filename: path, content: 'x' } },
    ]),
    { tool: 'kanban_list', args: { board: '.', includeDone: true, fields: ['path', 'hash'] } },
    { tool: 'kanban_list', args: { board: '../outside' } },
    { tool: 'kanban_new', args: { board: '.', title: 'x', column: 'doing' } },
    { tool: 'kanban_move', args: { board: '.', cardId: CARD, toColumn: 'doing' } },
    { tool: 'kanban_card', args: { board: '.', cardId: CARD } },
    { tool: 'kanban_notes_append', args: { board: '.', cardId: CARD, text: 'x' } },
    { tool: 'vault_search', args: { query: '.' } },
    { tool: 'vault_find', args: { query: 'the secret of the house' } },
    { tool: 'shoko_find', args: { query: 'the secret of the house' } },
    { tool: 'manual_find', args: { query: 'the secret of the house' } },
    { tool: 'search', args: { query: 'the secret of the house' } },
    { tool: 'list_tasks', args: { include_content: true } },
    { tool: 'read_doc', args: { path: 'kura-app/status.md' } },
    { tool: 'log_session', args: { project: 'kura-app', content: 'x' } },
    { tool: 'reindex', args: { full: true } },
  ]
}

import { defaultVaultSettings as vault } from '@shoko/vault/settings'
import { dateFormat, folderBelow, list, manuals, matching, type NamedManual, text } from './parsers.ts'
import { variable } from './variable.ts'

/** Between the paths of a list, as in PATH. */
export const PATH_DELIMITER = process.platform === 'win32' ? ';' : ':'

function inWorkspace(folder: string, meaning: string) {
  return variable<string>({
    parse: text,
    fallback: (known) => `${known.WORKSPACE_ROOT}/${folder}`,
    shown: `$WORKSPACE_ROOT/${folder}`,
    meaning,
    root: true,
  })
}

/** Where everything lies. */
export const folders = {
  WORKSPACE_ROOT: variable<string>({
    parse: text,
    fallback: (known) => known.WORKSPACE_ROOT,
    shown: 'current directory',
    meaning: 'Base of the other defaults; ~ is expanded',
    root: true,
  }),
  VAULT_ROOT: inWorkspace('vault', 'The folder of notes'),
  MANUALS_ROOT: inWorkspace('manuals', 'The folder whose directories are manuals'),
  MANUALS: variable<readonly NamedManual[]>({
    parse: manuals(PATH_DELIMITER),
    fallback: [],
    shown: 'none',
    meaning: 'Further manuals anywhere, as name=path (path delimiter between several): docs=./docs is one manual',
    root: true,
  }),
  DAILY_DIR: variable<string>({
    parse: folderBelow,
    fallback: vault.daily.dir,
    meaning: 'The folder of daily notes in the vault; empty: every note whose path matches DAILY_FORMAT',
  }),
  DAILY_FORMAT: variable<string>({
    parse: dateFormat,
    fallback: vault.daily.format,
    meaning: 'How a daily note is named below DAILY_DIR, without .md: YYYY, MM, DD, - and /',
  }),
  KANBAN_ROOTS: variable<readonly string[]>({
    parse: list(PATH_DELIMITER, text),
    fallback: (known) => [known.WORKSPACE_ROOT],
    shown: '$WORKSPACE_ROOT',
    meaning: 'Where boards are looked for (path delimiter between several); a board is a directory that holds .kanban/',
    root: true,
  }),
  VIBE_ROOT: variable<string>({
    parse: text,
    fallback: (known) => `${known.home}/.vibe`,
    shown: '~/.vibe',
    meaning: 'The folder of project workspaces',
    root: true,
  }),
  VIBE_DB: variable<string>({
    parse: matching(/\.db$/, 'must end in .db, so that no tool opens it as a note'),
    fallback: (known) => `${known.VIBE_ROOT}/index.db`,
    shown: '$VIBE_ROOT/index.db',
    meaning: 'The search index of the workspaces; it can be deleted at any time',
    root: true,
  }),
} as const

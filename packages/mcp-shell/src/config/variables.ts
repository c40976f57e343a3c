import { join } from 'node:path'
import { DEFAULTS } from '@shoko/contract'
import { defaultManualSettings as manual } from '@shoko/manual/settings'
import { defaultVaultSettings as vault } from '@shoko/vault/settings'
import { isLoopbackName } from '../http/guard.ts'
import {
  databaseUrl,
  dateFormat,
  flag,
  folderBelow,
  hostName,
  list,
  manuals,
  matching,
  type NamedManual,
  number,
  origin,
  type Parser,
  rate,
  text,
  textThat,
  url,
  word,
} from './parsers.ts'

/**
 * Every setting of the servers, once: how its text is read, what it defaults to, what it means.
 * The environment, shoko.toml, the flags and docs/reference/configuration.md all come from this table.
 */
export interface Variable<T> {
  readonly parse: Parser<T>
  readonly fallback: T | Derived<T>
  /** How the default is shown to people, where it depends on something. */
  readonly shown?: string
  readonly meaning: string
  readonly aliases?: readonly string[]
  /** A path or list of paths: relative ones are taken from the folder of whoever says them, and a workspace's own file may not point outside. */
  readonly root?: true
  /** Never set by a file inside a workspace, never printed. */
  readonly secret?: true
  /** No flag: every user of a machine can read command lines. */
  readonly unflagged?: true
}

/** A default computed from what is known by then; variables are resolved in table order. */
export type Derived<T> = (known: {
  readonly WORKSPACE_ROOT: string
  readonly VIBE_ROOT: string
  readonly HTTP_HOST: string
  readonly home: string
}) => T

export const FAMILY_NAMES = ['vault', 'audit', 'manual', 'kanban', 'vibe'] as const
export type FamilyName = (typeof FAMILY_NAMES)[number]

/** Between the paths of a list, as in PATH. */
export const PATH_DELIMITER = process.platform === 'win32' ? ';' : ':'

function variable<T>(definition: Variable<T>): Variable<T> {
  return definition
}

export const variables = {
  WORKSPACE_ROOT: variable<string>({
    parse: text,
    fallback: (known) => known.WORKSPACE_ROOT,
    shown: 'current directory',
    meaning: 'Base of the other defaults; ~ is expanded',
    root: true,
  }),
  VAULT_ROOT: variable<string>({
    parse: text,
    fallback: (known) => `${known.WORKSPACE_ROOT}/vault`,
    shown: '$WORKSPACE_ROOT/vault',
    meaning: 'The folder of notes',
    root: true,
  }),
  MANUALS_ROOT: variable<string>({
    parse: text,
    fallback: (known) => `${known.WORKSPACE_ROOT}/manuals`,
    shown: '$WORKSPACE_ROOT/manuals',
    meaning: 'The folder whose directories are manuals',
    root: true,
  }),
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
  SHOKO_FAMILIES: variable<readonly FamilyName[]>({
    parse: list(',', word(FAMILY_NAMES)),
    fallback: FAMILY_NAMES,
    shown: FAMILY_NAMES.join(','),
    meaning: 'Which families are served; the others are not listed at all',
  }),
  SHOKO_READ_ONLY: variable<boolean>({
    parse: flag,
    fallback: false,
    meaning: 'Writing tools are not listed, and calling one is refused',
    aliases: ['VIBE_READ_ONLY'],
  }),
  SHOKO_TOOL_NAMES: variable<'flat' | 'seed'>({
    parse: word(['flat', 'seed']),
    fallback: 'flat',
    meaning: 'How tools/list spells the kanban tools: kanban_new or kanban/new; calls accept both',
  }),
  HTTP_HOST: variable<string>({
    parse: text,
    fallback: '127.0.0.1',
    meaning: 'The address to listen on; another than loopback needs a token or an OAuth issuer',
  }),
  HTTP_PORT: variable<number>({
    parse: number('integer', 0, 65535),
    fallback: 8080,
    meaning: 'The port to listen on; 0 is any free one',
    aliases: ['VIBE_PORT'],
  }),
  HTTP_ALLOWED_HOSTS: variable<readonly string[]>({
    parse: list(',', hostName),
    fallback: ['localhost', '127.0.0.1', '[::1]'],
    shown: 'loopback names',
    meaning: 'Host headers that are answered',
  }),
  HTTP_ALLOWED_ORIGINS: variable<readonly string[]>({
    parse: list(',', origin, 0),
    fallback: [],
    shown: 'none',
    meaning: 'Web origins that may call the server',
  }),
  HTTP_RATE_LIMIT: variable<number | null>({
    parse: rate,
    fallback: ({ HTTP_HOST }) => (isLoopbackName(HTTP_HOST) ? null : 1200),
    shown: 'off on loopback, else 1200',
    meaning: 'Messages per minute for each principal, or off',
  }),
  OAUTH_ISSUER: variable<string | null>({
    parse: url,
    fallback: null,
    shown: 'none',
    meaning: 'The authorization server whose tokens are accepted',
  }),
  OAUTH_AUDIENCE: variable<string | null>({
    parse: text,
    fallback: null,
    shown: 'none',
    meaning: 'The audience those tokens must name',
  }),
  SHOKO_AUTH_TOKEN: variable<string | null>({
    parse: textThat(({ length }) => length >= 32, 'must be at least 32 characters'),
    fallback: null,
    shown: 'none',
    meaning: 'The bearer token that HTTP callers send',
    aliases: ['VIBE_AUTH_TOKEN'],
    secret: true,
  }),
  SHOKO_AUTH_TOKEN_FILE: variable<string | null>({
    parse: text,
    fallback: null,
    shown: 'none',
    meaning: 'A file that holds nothing but the bearer token; better than a command line, which everybody can read',
    aliases: ['AUTH_TOKEN_FILE'],
    root: true,
    secret: true,
  }),
  SHOKO_DATABASE_URL: variable<string | null>({
    parse: databaseUrl,
    fallback: null,
    shown: 'none',
    meaning: 'The PostgreSQL that holds the workspace of a team, for `shoko http`; the folders are then copies of its documents',
    secret: true,
    unflagged: true,
  }),
  SHOKO_DATABASE_FILE: variable<string | null>({
    parse: text,
    fallback: null,
    shown: 'none',
    meaning: 'A file that holds nothing but that URL',
    aliases: ['DATABASE_FILE'],
    root: true,
    secret: true,
  }),
  SHOKO_SPACE: variable<string>({
    parse: matching(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be lower-case letters, digits and hyphens'),
    fallback: 'main',
    meaning: 'Which workspace of that database is served at /mcp; others are at /spaces/{name}/mcp',
  }),
  SHOKO_SPACES_CLAIM: variable<string>({
    parse: text,
    fallback: 'spaces',
    meaning:
      'The claim of a token that names its spaces: words such as `notes` or `notes:read`; without it a token is for SHOKO_SPACE',
  }),
  SHOKO_MIRRORS: variable<string | null>({
    parse: text,
    fallback: null,
    shown: 'in the cache folder',
    meaning: 'Where the copies of its documents lie; each server takes a folder of its own in it',
    root: true,
  }),
  SHOKO_STALE_READS: variable<boolean>({
    parse: flag,
    fallback: false,
    meaning: 'While the database cannot be reached, answer reads from the copies, marked stale',
  }),
  LOG_LEVEL: variable<'error' | 'warn' | 'info' | 'debug'>({
    parse: word(['error', 'warn', 'info', 'debug']),
    fallback: 'info',
    meaning: 'The least serious lines that are written to stderr',
  }),
  SHOKO_SHARED: variable<boolean>({
    parse: flag,
    fallback: true,
    meaning:
      'Stdio servers of this user with the same settings share one process that holds the indexes; off: each holds its own',
  }),
  DEFAULT_MANUAL_ID: variable<string | null>({
    parse: text,
    fallback: null,
    shown: 'none',
    meaning: 'The manual that manual_find searches when none is named',
  }),
  VAULT_SCAN_DEFAULT_CHUNK_LINES: variable<number>({
    parse: number('integer', 1),
    fallback: vault.scanDefaultChunkLines,
    meaning: 'Lines a vault_scan call returns by default',
  }),
  VAULT_SCAN_MAX_CHUNK_LINES: variable<number>({
    parse: number('integer', 1),
    fallback: vault.scanMaxChunkLines,
    meaning: 'Lines a vault_scan call returns at most',
  }),
  HARD_MAX_CHARS: variable<number>({
    parse: number('integer', 1),
    fallback: DEFAULTS.hardMaxChars,
    meaning: 'Cap and default of limits.max_chars',
  }),
  COVERAGE_MIN_RATIO: variable<number>({
    parse: number('decimal', 0, 1),
    fallback: DEFAULTS.coverageMinRatio,
    meaning: 'Share of a source that citations must cover',
  }),
  MARGINAL_GAIN_MIN: variable<number>({
    parse: number('decimal', 0),
    fallback: DEFAULTS.marginalGainMin,
    meaning: 'Gain of the last citation below which more reading is not asked for',
  }),
  SPARSE_QUERY_COVERAGE_WEIGHT: variable<number>({
    parse: number('decimal', 0),
    fallback: manual.sparseQueryCoverageWeight,
    meaning: "Weight of the share of a query's terms that a node holds",
  }),
  LATE_RERANK_ENABLED: variable<boolean>({
    parse: flag,
    fallback: manual.lateRerankEnabled,
    meaning: 'Rerank the first candidates by late interaction',
  }),
  LATE_RERANK_TOP_N: variable<number>({
    parse: number('integer', 1),
    fallback: manual.lateRerankTopN,
    meaning: 'How many candidates are reranked',
  }),
  LATE_RERANK_WEIGHT: variable<number>({
    parse: number('decimal', 0),
    fallback: manual.lateRerankWeight,
    meaning: 'Weight of the rerank score',
  }),
  CORRECTIVE_ENABLED: variable<boolean>({
    parse: flag,
    fallback: manual.correctiveEnabled,
    meaning: 'Widen a search whose result is weak',
  }),
  CORRECTIVE_COVERAGE_MIN: variable<number>({
    parse: number('decimal', 0, 1),
    fallback: manual.correctiveCoverageMin,
    meaning: 'Supported share of claims below which a result is weak',
  }),
  CORRECTIVE_MARGIN_MIN: variable<number>({
    parse: number('decimal', 0, 1),
    fallback: manual.correctiveMarginMin,
    meaning: 'Lead of the best candidate below which a result is weak',
  }),
  CORRECTIVE_MIN_CANDIDATES: variable<number>({
    parse: number('integer', 0),
    fallback: manual.correctiveMinCandidates,
    meaning: 'Number of candidates below which a result is weak',
  }),
  CORRECTIVE_ON_CONFLICT: variable<boolean>({
    parse: flag,
    fallback: manual.correctiveOnConflict,
    meaning: 'A conflict makes a result weak',
  }),
  SEM_CACHE_ENABLED: variable<boolean>({
    parse: flag,
    fallback: manual.semCacheEnabled,
    meaning: 'Answer a repeated manual_find from the cache by default',
  }),
  SEM_CACHE_TTL_SEC: variable<number>({
    parse: number('integer', 1),
    fallback: manual.semCacheTtlSec,
    meaning: 'Seconds a cached answer lives',
  }),
  SEM_CACHE_MAX_KEEP: variable<number>({
    parse: number('integer', 1),
    fallback: manual.semCacheMaxKeep,
    meaning: 'Cached answers kept',
  }),
  SEM_CACHE_SIM_THRESHOLD: variable<number>({
    parse: number('decimal', 0, 1),
    fallback: manual.semCacheSimThreshold,
    meaning: 'Similarity from which two queries share an answer, with an embedding hook',
  }),
  SEM_CACHE_MAX_SUMMARY_GAP: variable<number>({
    parse: number('integer', -1),
    fallback: manual.semCacheMaxSummaryGap,
    meaning: 'Gaps above which a cached answer is searched again; -1 is off',
  }),
  SEM_CACHE_MAX_SUMMARY_CONFLICT: variable<number>({
    parse: number('integer', -1),
    fallback: manual.semCacheMaxSummaryConflict,
    meaning: 'Conflicts above which a cached answer is searched again; -1 is off',
  }),
  TRACE_MAX_KEEP: variable<number>({ parse: number('integer', 1), fallback: DEFAULTS.traceMaxKeep, meaning: 'Traces kept' }),
  TRACE_TTL_SEC: variable<number>({
    parse: number('integer', 1),
    fallback: DEFAULTS.traceTtlSec,
    meaning: 'Seconds a trace lives',
  }),
  ALLOW_FILE_SCOPE: variable<boolean>({
    parse: flag,
    fallback: manual.allowFileScope,
    meaning: 'manual_read may return whole Markdown files',
  }),
  ADAPTIVE_TUNING: variable<boolean>({
    parse: flag,
    fallback: manual.adaptiveTuning,
    meaning: 'Let the thresholds of widening follow the cut-off rate',
  }),
  ADAPTIVE_CANDIDATE_LOW_BASE: variable<number>({
    parse: number('integer', 0),
    fallback: manual.adaptiveCandidateLowBase,
    meaning: 'Candidates below which a search widens',
  }),
  ADAPTIVE_FILE_BIAS_BASE: variable<number>({
    parse: number('decimal', 0, 1),
    fallback: manual.adaptiveFileBiasBase,
    meaning: 'File bias from which a search widens',
  }),
} as const

export type VariableName = keyof typeof variables
export type ShokoConfig = { readonly [Name in VariableName]: (typeof variables)[Name] extends Variable<infer T> ? T : never }

/** What a workspace brings along. No tool reaches it: whoever could write it could widen what is served. */
export const SETTINGS_FILE = 'shoko.toml'

export function settingsFile({ WORKSPACE_ROOT }: Pick<ShokoConfig, 'WORKSPACE_ROOT'>): string {
  return join(WORKSPACE_ROOT, SETTINGS_FILE)
}

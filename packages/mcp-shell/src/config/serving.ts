import { isLoopbackName } from '../http/guard.ts'
import { databaseUrl, flag, hostName, list, matching, number, origin, rate, text, textThat, url, word } from './parsers.ts'
import { variable } from './variable.ts'

export const FAMILY_NAMES = ['vault', 'audit', 'manual', 'kanban', 'vibe'] as const
export type FamilyName = (typeof FAMILY_NAMES)[number]

/** What is served, to whom, from what. */
export const serving = {
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
} as const

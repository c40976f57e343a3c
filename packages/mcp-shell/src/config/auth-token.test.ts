import { describe, expect, it } from 'vitest'
import { tokenWarning } from './auth-token.ts'
import { ConfigError, loadConfig } from './load.ts'

const token = 'a-token-of-more-than-thirty-two-characters'

function load(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const files: Record<string, string> = {
    '/desk/token': `${token}\n`,
    '/desk/short': 'secret',
    '/desk/database': 'postgres://me:pw@db/shoko\n',
  }
  return loadConfig({
    argv,
    env,
    cwd: '/desk',
    home: '/home/mio',
    readFile: (path) => files[path],
    realPath: (path) => path,
  })
}

function problems(argv: readonly string[], env: Readonly<Record<string, string>> = {}): readonly string[] {
  try {
    load(argv, env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
  }
  return []
}

describe('the token', () => {
  it.each(['--auth-token-file', '--shoko-auth-token-file'])('comes from a file by %s', (flag) => {
    const loaded = load([flag, 'token'])
    expect(loaded.config.SHOKO_AUTH_TOKEN).toBe(token)
    expect(tokenWarning(loaded)).toBeUndefined()
  })

  it('is not shown when something is wrong with its file', () => {
    expect(problems(['--auth-token-file', 'nowhere'])).toEqual(['SHOKO_AUTH_TOKEN_FILE: there is no such file'])
    expect(problems(['--auth-token-file', 'short'])).toEqual(['SHOKO_AUTH_TOKEN_FILE: its token must be at least 32 characters'])
    expect(problems(['--auth-token-file', 'token'], { SHOKO_AUTH_TOKEN: token })).toEqual([
      'SHOKO_AUTH_TOKEN_FILE: give the token by itself or in a file, not both',
    ])
  })

  it('is warned of on a command line, and only there', () => {
    expect(tokenWarning(load(['--shoko-auth-token', token]))).toMatch(/command line.*--auth-token-file/)
    expect(tokenWarning(load(['--shoko-auth-token', token]))).not.toContain(token)
    expect(tokenWarning(load([], { SHOKO_AUTH_TOKEN: token }))).toBeUndefined()
  })
})

describe('the rate limit', () => {
  it('is off on loopback and 1,200 elsewhere, unless it is given', () => {
    const limit = (env: Record<string, string>) => load([], env).config.HTTP_RATE_LIMIT
    expect(limit({})).toBeNull()
    expect(limit({ HTTP_HOST: '::1' })).toBeNull()
    expect(limit({ HTTP_HOST: '0.0.0.0' })).toBe(1200)
    expect(limit({ HTTP_HOST: '0.0.0.0', HTTP_RATE_LIMIT: 'off' })).toBeNull()
    expect(limit({ HTTP_RATE_LIMIT: '60' })).toBe(60)
  })
})

describe('the database', () => {
  it('comes from the environment or a file, and from no argument', () => {
    const url = 'postgres://me:pw@db/shoko'
    expect(load([], { SHOKO_DATABASE_URL: url }).config.SHOKO_DATABASE_URL).toBe(url)
    expect(load(['--database-file', 'database']).config.SHOKO_DATABASE_URL).toBe(url)
    expect(problems(['--shoko-database-url', url])[0]).toContain('unknown flag')
  })

  it('is refused without its text where it is no such URL', () => {
    expect(problems([], { SHOKO_DATABASE_URL: 'mysql://me:pw@db/x' })).toEqual([
      'SHOKO_DATABASE_URL: must be a URL such as postgres://user@host/database',
    ])
  })
})

import type { LoadedConfig } from './load.ts'
import { type ShokoConfig, variables } from './variables.ts'

/** The token that lies in SHOKO_AUTH_TOKEN_FILE takes the place of the one that would be given by itself. */
export function withTokenOfFile(
  config: ShokoConfig,
  readFile: (absolutePath: string) => string | undefined,
  problems: string[],
): ShokoConfig {
  const { SHOKO_AUTH_TOKEN: given, SHOKO_AUTH_TOKEN_FILE: path } = config
  if (typeof path !== 'string') return config
  if (typeof given === 'string') problems.push('SHOKO_AUTH_TOKEN_FILE: give the token by itself or in a file, not both')
  const content = readFile(path)?.trim()
  if (content === undefined) {
    problems.push('SHOKO_AUTH_TOKEN_FILE: there is no such file')
    return config
  }
  const parsed = variables.SHOKO_AUTH_TOKEN.parse().safeParse(content)
  if (parsed.success) return { ...config, SHOKO_AUTH_TOKEN: parsed.data }
  problems.push(`SHOKO_AUTH_TOKEN_FILE: its token ${parsed.error.issues[0]?.message ?? 'is not valid'}`)
  return config
}

/** What is wrong with the way in which the token was given, though it works. */
export function tokenWarning({ origins }: LoadedConfig): string | undefined {
  if (origins.SHOKO_AUTH_TOKEN !== 'command line') return undefined
  return 'SHOKO_AUTH_TOKEN: every user of this machine can read a command line; put the token into the environment, or into a file and give --auth-token-file'
}

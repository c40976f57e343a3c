import type { LoadedConfig } from './load.ts'
import { tryParser } from './parsers.ts'
import { type ShokoConfig, variables } from './variables.ts'

/** Secrets that may lie in a file of their own, with the words in which people are told of them. */
const OF_FILES = [
  { name: 'SHOKO_AUTH_TOKEN', file: 'SHOKO_AUTH_TOKEN_FILE', word: 'token' },
  { name: 'SHOKO_DATABASE_URL', file: 'SHOKO_DATABASE_FILE', word: 'URL' },
] as const

/** What lies in such a file takes the place of what would be given by itself. */
export function withSecretsOfFiles(
  config: ShokoConfig,
  readFile: (absolutePath: string) => string | undefined,
  problems: string[],
): ShokoConfig {
  let filled = config
  for (const { name, file, word } of OF_FILES) {
    const [given, path] = [config[name], config[file]]
    if (typeof path !== 'string') continue
    if (typeof given === 'string') problems.push(`${file}: give the ${word} by itself or in a file, not both`)
    const content = readFile(path)?.trim()
    if (content === undefined) {
      problems.push(`${file}: there is no such file`)
      continue
    }
    const parsed = tryParser(variables[name].parse, content)
    if ('problem' in parsed) problems.push(`${file}: its ${word} ${parsed.problem}`)
    else filled = { ...filled, [name]: parsed.value }
  }
  return filled
}

/** What is wrong with the way in which the token was given, though it works. */
export function tokenWarning({ origins }: LoadedConfig): string | undefined {
  if (origins.SHOKO_AUTH_TOKEN !== 'command line') return undefined
  return 'SHOKO_AUTH_TOKEN: every user of this machine can read a command line; put the token into the environment, or into a file and give --auth-token-file'
}

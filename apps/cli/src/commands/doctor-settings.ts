import { homedir } from 'node:os'
import { join } from 'node:path'
import { type LoadedConfig, variables } from '@shoko/mcp-shell'
import { tilde } from '../setup/settings-file.ts'

/**
 * Which settings are not the defaults, by where they were said. `added` are flags that the command line got from the
 * user's settings: nobody has typed them.
 */
export function saidBy(origins: LoadedConfig['origins'], added: readonly string[]): readonly string[] {
  const fromFile = new Set(added.flatMap((word) => (word.startsWith('--') ? [variableOf(word)] : [])))
  const trueOrigin = (name: string, origin: string) => (origin === 'command line' && fromFile.has(name) ? 'file' : origin)
  const said = (['file', 'environment', 'command line'] as const).map((origin) => {
    const names = Object.entries(origins).flatMap(([name, from]) => (trueOrigin(name, from) === origin ? [name] : []))
    return names.length === 0 ? '' : `${origin}: ${names.join(', ')}`
  })
  const words = said.filter((text) => text !== '')
  return words.length === 0 ? ['defaults only'] : words
}

/** Where the value stands that is not right. */
export function whereToCorrect(problem: string, argv: readonly string[]): string {
  const [, named = ''] = /^(--[a-z0-9-]+|[A-Z][A-Z0-9_]+):/.exec(problem) ?? []
  if (named.startsWith('--')) return `correct the flag ${named}`
  const flag = argv.find((word) => word.startsWith('--') && variableOf(word) === named)
  if (named !== '' && flag !== undefined) return `correct the flag ${flag.split('=', 1)[0]}`
  const names = Object.hasOwn(variables, named) ? [named, ...(variables[named as keyof typeof variables].aliases ?? [])] : []
  const variable = names.find((name) => process.env[name] !== undefined)
  if (variable !== undefined) return `correct the environment variable ${variable}`
  const config = argv[argv.indexOf('--config') + 1]
  const file =
    argv.includes('--config') && config !== undefined ? config : join(process.env.WORKSPACE_ROOT ?? process.cwd(), 'shoko.toml')
  return `correct it in ${tilde(file, homedir())}`
}

function variableOf(flag: string): string {
  return flag.slice(2).split('=', 1)[0]!.toUpperCase().replaceAll('-', '_')
}

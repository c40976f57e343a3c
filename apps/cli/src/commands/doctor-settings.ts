import { homedir } from 'node:os'
import { join } from 'node:path'
import { type LoadedConfig, type VariableName, variables } from '@shoko/mcp-shell'
import { tilde, userSettingsPath } from '../setup/settings-file.ts'
import { thisMachine } from './this-machine.ts'

/**
 * Which settings are not the defaults, by where they were said: each file by its path. `added` are flags that the command
 * line got from the user's settings: nobody has typed them.
 */
export function saidBy({ origins, saidIn, file }: LoadedConfig, added: readonly string[]): string {
  const typed = new Set(added.flatMap((word) => (word.startsWith('--') ? [variableOf(word)] : [])))
  const userFile = userSettingsPath(thisMachine())
  const placeOf = (name: VariableName): string => {
    const from = origins[name]
    if (from === 'file') return tilde(saidIn[name] ?? '', homedir())
    return from === 'command line' && typed.has(name) ? tilde(userFile, homedir()) : from
  }
  const said = new Map<string, string[]>()
  for (const name of Object.keys(origins) as VariableName[])
    if (origins[name] !== 'default') said.set(placeOf(name), [...(said.get(placeOf(name)) ?? []), name])
  const places = [...said.keys()].sort((one, other) => RANKS.indexOf(one) - RANKS.indexOf(other))
  const words = places.map((place) => `${place}: ${said.get(place)!.join(', ')}`)
  return [...(file === undefined ? ['no shoko.toml'] : []), ...(words.length === 0 ? ['defaults only'] : words)].join('; ')
}

/** Files, which are none of these, come first. */
const RANKS = ['environment', 'command line']

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

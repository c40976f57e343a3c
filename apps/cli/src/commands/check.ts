import { parseArgs } from 'node:util'
import { DomainError, type Finding, nearest, oneLine } from '@shoko/contract'
import {
  type FamilyUpkeep,
  familyUpkeep,
  KEPT_FAMILIES,
  type KeptFamily,
  type LoadedConfig,
  type ShokoConfig,
  withConfig,
} from '@shoko/mcp-shell'
import { chooseBoard, nearestBoard } from '../setup/board-roots.ts'
import { err, out } from '../terminal/output.ts'
import { thisMachine } from './this-machine.ts'

const USAGE = `usage: shoko check [--fix] [--json] [${KEPT_FAMILIES.join('|')}]…`

interface Request {
  readonly fix: boolean
  readonly json: boolean
  readonly wanted: readonly KeptFamily[]
  /** Those that were asked for by name. */
  readonly named: readonly KeptFamily[]
}

type Found = Finding & { readonly family: KeptFamily }

/** Exit code 0: nothing (left) to find, 1: findings left, 2: not asked for properly. */
export function check(argv: readonly string[]): Promise<number> {
  return withConfig(
    argv,
    async (loaded) => {
      const config = withNearestBoard(loaded)
      const request = parseRequest(loaded.rest)
      if (typeof request === 'string') return refuse(request)
      if (request.fix && config.SHOKO_READ_ONLY) return refuse('--fix writes, and SHOKO_READ_ONLY is set')
      return run(config, request)
    },
    { passUnknownFlags: true },
  )
}

/** The board of the folder one stands in is looked at too, whatever the settings serve: it is the one that is meant. */
function withNearestBoard(loaded: LoadedConfig): ShokoConfig {
  const { config } = loaded
  const machine = thisMachine()
  const roots = [...chooseBoard({ ...loaded, rest: [] }, { ...machine, typed: process.argv }).roots]
  if (roots[0] !== nearestBoard(machine)) return config
  const isServed = config.SHOKO_FAMILIES.includes('kanban')
  if (isServed) return { ...config, KANBAN_ROOTS: roots }
  return { ...config, KANBAN_ROOTS: roots.slice(0, 1), SHOKO_FAMILIES: [...config.SHOKO_FAMILIES, 'kanban'] }
}

function parseRequest(rest: readonly string[]): Request | string {
  try {
    const options = { fix: { type: 'boolean' }, json: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args: [...rest], options, allowPositionals: true })
    const unknown = positionals.find((word) => !KEPT_FAMILIES.some((name) => name === word))
    if (unknown !== undefined)
      return `nothing called ${JSON.stringify(unknown)} to check; nearest: ${nearest(unknown, KEPT_FAMILIES) ?? KEPT_FAMILIES.join(', ')}`
    const named = KEPT_FAMILIES.filter((name) => positionals.includes(name))
    const wanted = named.length === 0 ? KEPT_FAMILIES : named
    return { fix: values.fix ?? false, json: values.json ?? false, wanted, named }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function run(config: ShokoConfig, { fix, json, wanted, named }: Request): Promise<number> {
  const families = familyUpkeep(config, { wanted })
  const unserved = named.filter((name) => !families.some((family) => family.name === name))
  if (unserved.length > 0) return refuse(`${unserved.join(', ')}: not served here; see SHOKO_FAMILIES`)
  try {
    const findings = await examine(families)
    const fixable = findings.filter((finding) => finding.fix !== undefined)
    if (!json) print(report(findings, families))
    if (!fix || fixable.length === 0) return finish({ json, findings, repaired: [] })
    if (!json) print(`repairing ${fixable.length} of ${findings.length}…`)
    for (const { name, upkeep } of families) await upkeep.repair(fixable.filter(({ family }) => family === name))
    const left = await examine(families)
    const repaired = fixable.filter((finding) => !left.some((other) => isSame(finding, other)))
    if (!json)
      print(
        [...repaired.map((finding) => oneLine(`repaired  ${placeOf(finding)}`)), ...left.map(lineOf), summary(left)].join('\n'),
      )
    return finish({ json, findings: left, repaired })
  } finally {
    for (const { upkeep } of families) await upkeep.close()
  }
}

/** A family whose folder cannot even be opened is a finding of its own, and no reason to leave the others unseen. */
async function examine(families: readonly FamilyUpkeep[]): Promise<readonly Found[]> {
  const found: Found[] = []
  for (const { name, upkeep } of families) {
    try {
      found.push(...(await upkeep.check()).map((finding) => ({ family: name, ...finding })))
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      found.push({ family: name, level: 'error', code: 'unreadable', path: '.', message: error.message })
    }
  }
  return found
}

function report(findings: readonly Found[], families: readonly FamilyUpkeep[]): string {
  const looked = families.map(({ name, roots }) => oneLine(`${name.padEnd(7)} ${roots.join(', ')}`))
  return [...looked, ...findings.map(lineOf), summary(findings)].join('\n')
}

function lineOf(finding: Found): string {
  const { level, code, message, fix, advice } = finding
  const next = fix === undefined ? advice : `--fix: ${fix}`
  return oneLine(`${level.padEnd(5)}  ${placeOf(finding)}: ${code}: ${message}${next === undefined ? '' : ` -> ${next}`}`)
}

function placeOf({ family, path }: Found): string {
  return `${family} ${path}`
}

function summary(findings: readonly Found[]): string {
  if (findings.length === 0) return 'nothing found'
  const fixable = findings.filter(({ fix }) => fix !== undefined).length
  return `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}, ${fixable} of them for --fix`
}

interface Ending {
  readonly json: boolean
  readonly findings: readonly Found[]
  readonly repaired: readonly Found[]
}

function finish({ json, findings, repaired }: Ending): number {
  if (json) print(JSON.stringify({ ok: findings.length === 0, findings, repaired }, null, 2))
  return findings.length === 0 ? 0 : 1
}

function isSame(a: Found, b: Found): boolean {
  return a.family === b.family && a.code === b.code && a.path === b.path
}

function print(text: string): void {
  out.write(`${text}\n`)
}

function refuse(problem: string): number {
  err.write(`shoko: ${problem}\n${USAGE}\n`)
  return 2
}

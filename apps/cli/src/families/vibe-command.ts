import { parseArgs } from 'node:util'
import { type Call, DomainError, oneLine, plainCall } from '@shoko/contract'
import { validateArguments } from '@shoko/contract/schema'
import {
  type InitOutcome,
  initProject,
  type ListTasksInput,
  type ListTasksOutput,
  listTasks,
  listTasksTool,
  type ReindexInput,
  type ReindexOutput,
  reindex,
  type SearchInput,
  type SearchOutput,
  search,
  searchTool,
  type VibeContext,
} from '@shoko/vibe-bridge'
import type { CommandResult } from './command-result.ts'

const VIBE_USAGE = `Usage:
  shoko vibe init <project>                                         make a project with its folders
  shoko vibe search <words…> [--project P] [--folder F] [--limit N] find text in all projects
  shoko vibe tasks [project] [--status S]                           list tasks
  shoko vibe reindex [project] [--full]                             bring the search index up to date
Options: --json prints the answer as JSON.`

/** The command line of the family; `argv` begins with the command's name. */
export async function runVibeCommand(ctx: VibeContext, argv: readonly string[], call: Call = plainCall): Promise<CommandResult> {
  try {
    const [name = '', ...rest] = argv
    if (name === '' || name === 'help' || name === '--help' || name === '-h')
      return { stdout: `${VIBE_USAGE}\n`, stderr: '', exitCode: 0 }
    const { values, positionals } = parseArgs({ args: rest, options: OPTIONS, allowPositionals: true })
    const run = COMMANDS.get(name)
    if (run === undefined) return usage(`unknown command: ${name}`)
    const { answer, text } = await run({ ctx, call, values, positionals })
    return { stdout: `${values.json ? JSON.stringify(answer, null, 2) : text}\n`, stderr: '', exitCode: 0 }
  } catch (error) {
    if (error instanceof UsageError || isParseError(error)) return usage(error.message)
    if (error instanceof DomainError) return { stdout: '', stderr: `${error.message}\n`, exitCode: 1 }
    throw error
  }
}

const OPTIONS = {
  json: { type: 'boolean' },
  project: { type: 'string' },
  folder: { type: 'string' },
  limit: { type: 'string' },
  status: { type: 'string' },
  full: { type: 'boolean' },
} as const

interface Invocation {
  readonly ctx: VibeContext
  readonly call: Call
  readonly values: {
    readonly json?: boolean | undefined
    readonly project?: string | undefined
    readonly folder?: string | undefined
    readonly limit?: string | undefined
    readonly status?: string | undefined
    readonly full?: boolean | undefined
  }
  readonly positionals: readonly string[]
}

type Command = (invocation: Invocation) => Promise<{ readonly answer: unknown; readonly text: string }>

class UsageError extends Error {}

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['init', runInit],
  ['search', runSearch],
  ['tasks', runTasks],
  ['reindex', runReindex],
])

async function runInit({ ctx, positionals }: Invocation) {
  const [project, ...others] = positionals
  if (project === undefined || others.length > 0) throw new UsageError('init takes the name of one project')
  const answer = await initProject(ctx, project)
  return { answer, text: initText(answer) }
}

async function runSearch({ ctx, call, values, positionals }: Invocation) {
  if (positionals.length === 0) throw new UsageError('search takes at least one word')
  const limit = values.limit === undefined ? undefined : Number(values.limit)
  const input = { query: positionals.join(' '), project: values.project, folder: values.folder, limit }
  const answer = await search(ctx, checked<SearchInput>(searchTool, input), call)
  return { answer, text: searchText(answer) }
}

async function runTasks({ ctx, call, values, positionals }: Invocation) {
  const input = { project: onlyProject(values.project, positionals), status: values.status }
  const answer = await listTasks(ctx, checked<ListTasksInput>(listTasksTool, input), call)
  return { answer, text: tasksText(answer) }
}

async function runReindex({ ctx, call, values, positionals }: Invocation) {
  const project = onlyProject(values.project, positionals)
  const input: ReindexInput = { full: values.full ?? false, ...(project === undefined ? {} : { project }) }
  const answer = await reindex(ctx, input, call)
  return { answer, text: reindexText(answer) }
}

/** The command line takes the same values as the tool, so it asks the same schema. */
function checked<Input>(tool: Parameters<typeof validateArguments>[0], input: Readonly<Record<string, unknown>>): Input {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const validation = validateArguments(tool, given)
  if (!validation.ok) throw new UsageError(validation.error.message)
  return validation.value as Input // the tool's own schema has just accepted it
}

function onlyProject(option: string | undefined, positionals: readonly string[]): string | undefined {
  const [project = option, ...others] = positionals
  if (others.length > 0) throw new UsageError(`one project at a time (got ${positionals.join(', ')})`)
  return project
}

function initText({ project, created }: InitOutcome): string {
  if (created.length === 0) return `${project} is complete already.`
  return [`Made ${project}:`, ...created.map((path) => `  ${path}`)].join('\n')
}

function searchText({ total_matches, match, results, warnings = [] }: SearchOutput): string {
  const head = `${total_matches} ${total_matches === 1 ? 'match' : 'matches'}${match === 'any' ? ' (no section holds all words)' : ''}`
  const hits = results.map(
    ({ score, path, heading, snippet }) =>
      `\n${score.toFixed(2).padStart(7)}  ${oneLine(`${path}  ${heading}`)}\n         ${oneLine(snippet)}`,
  )
  return [head, ...hits, ...warnings.map((warning) => `\nnote: ${oneLine(warning)}`)].join('\n')
}

function tasksText({ tasks, total }: ListTasksOutput): string {
  const width = Math.max(0, ...tasks.map(({ status }) => (status ?? '-').length))
  const lines = tasks.map(({ status, path, title }) => oneLine(`${(status ?? '-').padEnd(width)}  ${path}  ${title}`))
  return [...lines, `${total} ${total === 1 ? 'task' : 'tasks'}`].join('\n')
}

function reindexText({ stats, warnings = [] }: ReindexOutput): string {
  const { scanned, added, updated, deleted, unchanged, duration_ms } = stats
  const line = `${scanned} documents: ${added} added, ${updated} updated, ${deleted} deleted, ${unchanged} unchanged (${duration_ms} ms)`
  return [line, ...warnings.map((warning) => `note: ${warning}`)].join('\n')
}

function isParseError(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

function usage(problem: string): CommandResult {
  return { stdout: '', stderr: `${problem}\n\n${VIBE_USAGE}\n`, exitCode: 2 }
}

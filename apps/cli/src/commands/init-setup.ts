import type { Client, Machine, Server } from '../clients/client.ts'
import { clients } from '../clients/clients.ts'
import { type Chosen, chooseByAsking, chooseFromFlags } from '../setup/choose.ts'
import { lookAround } from '../setup/found.ts'
import { missingFolders, readInstalled, remember, removeUnnamed } from '../setup/installed.ts'
import { projectServer, userServer, writeLauncher } from '../setup/launcher.ts'
import { type InitOptions, UsageError } from '../setup/options.ts'
import { type Outcome, type PlannedFile, planClient, planSettingsFile } from '../setup/planned-files.ts'
import { installProgram, type Program, planProgram } from '../setup/program.ts'
import { foundInside, refuseOutside } from '../setup/project-scope.ts'
import type { Questions } from '../setup/questions.ts'
import { planSettings } from '../setup/settings-file.ts'
import { foundLines, type Report } from './init-report.ts'
import { builtFolder, self } from './this-machine.ts'

interface Setup {
  readonly machine: Machine
  readonly options: InitOptions
  readonly questions: Questions | undefined
  readonly print: (lines: readonly string[]) => void
}

export async function planSetup({ machine, options, questions, print }: Setup): Promise<Report> {
  const everything = await lookAround(machine)
  const isProject = options.scope === 'project'
  if (isProject && machine.cwd === machine.home) throw new UsageError('--scope project: this is your home folder, not a project')
  if (isProject && options.config !== undefined)
    throw new UsageError('--config goes with --scope user; a project has its shoko.toml')
  const found = isProject ? foundInside(machine.cwd, everything) : everything
  if (!options.json) print(foundLines(found, machine))
  const chosen = await (questions === undefined
    ? chooseFromFlags({ found, options, machine })
    : chooseByAsking({ found, options, machine }, questions))
  refuseNothing(chosen)
  if (isProject) refuseOutside(machine.cwd, chosen.choice)
  const settings = planSettings(chosen.choice, machine, options.config)
  const program = options.http === undefined && chosen.clients.length > 0 ? thisProgram(machine, options) : undefined
  const serverFor = (client: Client) => serverOf(client, { machine, options, program, flags: settings.flags })
  const entries = await Promise.all(
    chosen.clients.map((client) => planClient(client, { machine, scope: options.scope, server: serverFor(client) })),
  )
  const [first] = chosen.clients
  return {
    machine,
    found,
    files: [await planSettingsFile(settings), ...entries.filter((entry) => entry !== undefined)],
    ...(first === undefined ? {} : { server: serverFor(first) }),
    ...(program === undefined ? {} : { program }),
    notes: [...chosen.clients.flatMap((client, index) => missingNote(client, entries[index], options)), ...dailyNote(chosen)],
  }
}

/** Copies the program. Which folders were not there is known only before anything is made. */
export function beginSetup({ program, files, machine }: Report): readonly string[] {
  if (program === undefined) return []
  const folders = [...missingFolders(program.home), ...files.flatMap(({ path }) => missingFolders(path))]
  installProgram(program)
  if (program.scope === 'project') writeLauncher(program, machine)
  return folders
}

/** Remembers what was made, and clears what earlier versions have left. */
export function finishSetup(
  { program, machine }: Report,
  { begun, outcomes }: { readonly begun: readonly string[]; readonly outcomes: readonly Outcome[] },
): void {
  if (program === undefined) return
  const files = outcomes.filter(({ problem }) => problem === undefined).map(({ planned }) => planned.path)
  remember(program.home, { files, folders: begun })
  const places = [...readInstalled(program.home).files, ...clients.flatMap((client) => client.userFiles(machine))]
  removeUnnamed(program.home, { keep: [program.folder, ...nodeFolder(program)], files: places })
}

function nodeFolder({ node, nodeFrom }: Program): readonly string[] {
  return nodeFrom === undefined ? [] : [node.replace(/[\\/][^\\/]+$/, '')]
}

function thisProgram(machine: Machine, { scope }: InitOptions): Program {
  return planProgram(machine, scope, { built: builtFolder(), node: process.execPath, nodeVersion: process.versions.node })
}

function serverOf(
  client: Client,
  about: {
    readonly machine: Machine
    readonly options: InitOptions
    readonly program: Program | undefined
    readonly flags: readonly string[]
  },
): Server {
  const { machine, options, program, flags } = about
  if (program === undefined) return { kind: 'http', url: options.http ?? '' }
  return program.scope === 'project' ? projectServer(client, machine) : userServer(program, flags)
}

function refuseNothing({ choice }: Chosen): void {
  if (choice.vault !== undefined || choice.manuals !== undefined || choice.boards.length > 0 || choice.vibe !== undefined) return
  throw new UsageError(`found nothing to serve; name a folder, e.g. ${self()} init --vault ~/notes`)
}

function missingNote(client: Client, entry: PlannedFile | undefined, { http, scope }: InitOptions): readonly string[] {
  if (entry !== undefined) return []
  if (http !== undefined && client.without !== undefined) return [`${client.title}: ${client.without}`]
  return scope === 'project' ? [`${client.title}: has no file for a project; use --scope user`] : []
}

function dailyNote({ choice: { daily } }: Chosen): readonly string[] {
  if (daily === undefined || daily.format !== undefined) return []
  return ['Daily notes: the format in Obsidian is more than DAILY_FORMAT can say (YYYY, MM, DD, - and /); set it by hand.']
}

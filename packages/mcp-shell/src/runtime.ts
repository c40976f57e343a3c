import { setImmediate } from 'node:timers/promises'
import {
  type CallGate,
  type ChangeFeed,
  type Clock,
  createChangeFeed,
  createOwnWrites,
  type Figure,
  type Ids,
  type Logger,
  type OwnWrites,
  randomIds,
  type SharedHandles,
  type StatsRows,
  systemClock,
} from '@shoko/contract'
import type { Sections } from '@shoko/core-fs'
import { userCacheDir } from './cache-dir.ts'
import { ConfigError } from './config/load.ts'
import { type ShokoConfig, settingsFile } from './config/variables.ts'
import type { FamilyPorts } from './families/bind.ts'
import type { DefinedFamily } from './families/define-family.ts'
import { serveFamilies } from './families/families.ts'
import type { ServedFamily, ServedPrompt, ServedResources, ServedTool } from './families/served.ts'
import { createIndexStatus, type IndexStatus } from './index-status.ts'
import type { InvokePorts } from './invoke.ts'
import { nameTable } from './names.ts'
import { collectGarbage, createRestKeeper } from './rest.ts'
import type { LoadViews } from './sdk/views.ts'
import { type ChargeSubscription, createSession, type Session } from './session.ts'
import { createTurns } from './turns.ts'
import { type WireTool, wireTool } from './wire-tool.ts'

/** Once a process: families with their roots, indexes and watchers. Connections come and go above it. */
export interface Runtime {
  readonly config: ShokoConfig
  readonly families: readonly ServedFamily[]
  /** The tools that are listed: in read-only mode only those that read. */
  readonly tools: readonly ServedTool[]
  readonly prompts: readonly ServedPrompt[]
  readonly resources: readonly ServedResources[]
  readonly changes: ChangeFeed
  readonly indexes: IndexStatus
  readonly ports: InvokePorts
  /** Of the storage; none where it is this machine's own. */
  figures(): readonly Figure[]
  /** What chat programs can show; absent where the program has no views. */
  readonly views: LoadViews | undefined
  findTool(name: string): ServedTool | undefined
  /** The tools as clients see them; made once, since HTTP makes a server a request. */
  listTools(): readonly WireTool[]
  /** Makes the families ready ahead of the first call, one at a time; who calls meanwhile waits for one of them at most. */
  warm(): void
  /** Only reads their code: a call that has to wait for that holds up whoever waits for it. Never throws. */
  load(): Promise<void>
  /** Also builds their indexes, for a server that stays; /readyz tells when that is done. Never throws. */
  prepare(): Promise<void>
  openSession(charge?: ChargeSubscription): Session
  close(): Promise<void>
}

/** What takes the place of this machine's own disk and memory where several servers share a workspace. */
export interface Storage {
  readonly sections: Sections
  readonly gate: CallGate
  readonly writes: OwnWrites
  readonly arrivals: OwnWrites
  readonly handles?: SharedHandles
  readonly stats?: StatsRows
  /** Default: of this process alone. */
  readonly changes?: ChangeFeed
  /** What operators want to know of it. */
  figures(): readonly Figure[]
}

export interface RuntimeOptions {
  readonly logger: Logger
  /** Default: the folders of this machine. */
  readonly storage?: Storage | undefined
  /** Default: shoko in the user's cache folder. */
  readonly cacheDir?: string
  readonly clock?: Clock
  readonly ids?: Ids
  /** Served beside the configured ones. */
  readonly families?: readonly DefinedFamily[]
  readonly observe?: InvokePorts['observe']
  /** Default: as the environment's UNDECLARED_REASONS says, which the tests set for all their processes. */
  readonly undeclared?: NonNullable<InvokePorts['undeclared']>
  /** After so long without a call, memory that can be filled again is given back; default: never. */
  readonly restAfterMs?: number
  readonly views?: LoadViews
}

export function createRuntime(config: ShokoConfig, options: RuntimeOptions): Runtime {
  const { changes, indexes, ...rest } = familyPorts(config, options)
  const { logger, clock } = rest
  const ports = { ...rest, changes, indexes }
  const families = [...serveFamilies(ports), ...(options.families ?? []).map((family) => family.serve(ports))]
  const known = families.flatMap((family) => family.tools)
  const tools = known.filter((tool) => !config.SHOKO_READ_ONLY || tool.effect === 'read')
  const byName = nameTable(known)
  let listed: readonly WireTool[] | undefined
  let warming: Promise<void> | undefined
  const keeper = options.restAfterMs === undefined ? undefined : createRestKeeper(options.restAfterMs, giveBack)

  async function giveBack(isIdle: () => boolean): Promise<void> {
    for (const family of families) if (isIdle()) await family.rest(isIdle)
    await collectGarbage(isIdle)
  }

  return {
    config,
    families,
    tools,
    prompts: families.flatMap((family) => family.prompts),
    resources: families.flatMap((family) => family.resources ?? []),
    changes,
    indexes,
    ports: {
      clock,
      logger,
      readOnly: config.SHOKO_READ_ONLY,
      turns: createTurns(),
      undeclared: options.undeclared ?? (process.env.UNDECLARED_REASONS === 'bug' ? 'bug' : 'told'),
      ...(options.observe === undefined ? {} : { observe: options.observe }),
      ...(keeper === undefined ? {} : { begin: keeper.begin }),
      ...(options.storage === undefined ? {} : { gate: options.storage.gate }),
    },
    figures: () => options.storage?.figures() ?? [],
    views: options.views,
    findTool: (name) => byName.get(name),
    listTools: () => {
      listed ??= tools.map((tool) => wireTool(tool, config.SHOKO_TOOL_NAMES))
      return listed
    },
    warm: () => {
      warming ??= warmInTurn(families)
    },
    load: async () => {
      for (const family of families) await family.load().catch(() => {}) // as `warm` does
    },
    prepare: async () => {
      for (const family of families) {
        await family
          .load()
          .then((bound) => bound.prepare())
          .catch((error) => {
            // A server that is told to stop stops building too.
            if ((error as Error)?.name === 'AbortError') return
            logger.log('warn', { event: 'prepare.failed', family: family.name, error: String(error) })
          })
      }
    },
    openSession: createSession,
    close: async () => {
      keeper?.close()
      await warming
      await Promise.all(families.map((family) => family.close()))
    },
  }
}

async function warmInTurn(families: readonly ServedFamily[]): Promise<void> {
  for (const family of families) {
    await setImmediate()
    try {
      const bound = await family.load()
      bound.warm()
    } catch {
      // the first call will meet the same error and tell it
    }
  }
}

/** What a family is opened with, also by a command that needs one family and no server. */
export function familyPorts(config: ShokoConfig, options: RuntimeOptions): FamilyPorts & { readonly changes: ChangeFeed } {
  refuseUnserved(config, options)
  const { logger, clock = systemClock, ids = randomIds, cacheDir = userCacheDir() } = options
  const onError = (error: unknown) => logger.log('error', { event: 'change.listener', error: String(error) })
  const { changes = createChangeFeed(onError), writes = createOwnWrites(), ...shared } = options.storage ?? {}
  const { sections, arrivals, handles, stats } = shared as Partial<Storage>
  const indexes = createIndexStatus()
  const withheld = [settingsFile(config)]
  return { config, withheld, cacheDir, clock, ids, logger, changes, writes, sections, arrivals, handles, stats, indexes }
}

/** Whoever names a database means its documents, not what lies in the folders of this machine. */
function refuseUnserved(config: ShokoConfig, { storage }: RuntimeOptions): void {
  if (typeof config.SHOKO_DATABASE_URL !== 'string' || storage !== undefined) return
  throw new ConfigError(['SHOKO_DATABASE_URL: a workspace in a database is served over HTTP only: shoko http'])
}

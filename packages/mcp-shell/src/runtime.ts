import { homedir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type Clock, createOwnWrites, type Ids, type Logger, randomIds, systemClock } from '@shoko/contract'
import { createChangeBus, type ObservableBus } from './change-bus.ts'
import type { ShokoConfig } from './config/variables.ts'
import type { BoundFamily, FamilyPorts } from './families/bind.ts'
import { serveFamilies } from './families/families.ts'
import { type ServedFamily, type ServedPrompt, type ServedResources, type ServedTool, serveBound } from './families/served.ts'
import { createIndexBoard, type IndexBoard } from './index-board.ts'
import type { InvokePorts } from './invoke.ts'
import { nameTable } from './names.ts'
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
  readonly changes: ObservableBus
  readonly indexes: IndexBoard
  readonly ports: InvokePorts
  findTool(name: string): ServedTool | undefined
  /** The tools as clients see them; made once, since HTTP makes a server a request. */
  listTools(): readonly WireTool[]
  /** Makes the families ready ahead of the first call, one at a time; who calls meanwhile waits for one of them at most. */
  warm(): void
  /** Also builds their indexes, for a server that stays; /readyz tells when that is done. Never throws. */
  prepare(): Promise<void>
  openSession(charge?: ChargeSubscription): Session
  close(): Promise<void>
}

export interface RuntimeOptions {
  readonly logger: Logger
  /** Default: shoko in the user's cache folder. */
  readonly cacheDir?: string
  readonly clock?: Clock
  readonly ids?: Ids
  readonly observe?: InvokePorts['observe']
}

export function createRuntime(config: ShokoConfig, options: RuntimeOptions): Runtime {
  return assemble(config, options, serveFamilies)
}

/** The same with other families than the configured ones, for tests. */
export function assembleRuntime(
  config: ShokoConfig,
  options: RuntimeOptions,
  bind: (ports: FamilyPorts) => readonly BoundFamily[],
): Runtime {
  return assemble(config, options, (ports) => bind(ports).map(serveBound))
}

function assemble(config: ShokoConfig, options: RuntimeOptions, serve: (ports: FamilyPorts) => readonly ServedFamily[]): Runtime {
  const { changes, indexes, ...rest } = familyPorts(config, options)
  const { logger, clock } = rest
  const families = serve({ ...rest, changes, indexes })
  const known = families.flatMap((family) => family.tools)
  const tools = known.filter((tool) => !config.SHOKO_READ_ONLY || tool.effect === 'read')
  const byName = nameTable(known)
  let listed: readonly WireTool[] | undefined
  let warming: Promise<void> | undefined
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
      ...(options.observe === undefined ? {} : { observe: options.observe }),
    },
    findTool: (name) => byName.get(name),
    listTools: () => {
      listed ??= tools.map((tool) => wireTool(tool, config.SHOKO_TOOL_NAMES))
      return listed
    },
    warm: () => {
      warming ??= warmInTurn(families)
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
export function familyPorts(config: ShokoConfig, options: RuntimeOptions): FamilyPorts & { readonly changes: ObservableBus } {
  const { logger, clock = systemClock, ids = randomIds, cacheDir = userCacheDir() } = options
  const changes = createChangeBus((error) => logger.log('error', { event: 'change.listener', error: String(error) }))
  return { config, cacheDir, clock, ids, logger, changes, writes: createOwnWrites(), indexes: createIndexBoard() }
}

export function userCacheDir(): string {
  const { XDG_CACHE_HOME } = process.env
  // The base directory specification: a relative value is to be ignored.
  return join(XDG_CACHE_HOME?.startsWith('/') ? XDG_CACHE_HOME : join(homedir(), '.cache'), 'shoko')
}

import { type Clock, type Ids, type Logger, randomIds, systemClock } from '@shoko/contract'
import { createChangeBus, type ObservableBus } from './change-bus.ts'
import type { ShokoConfig } from './config/variables.ts'
import type { BoundFamily, BoundPrompt, BoundResources, BoundTool } from './families/bind.ts'
import { bindFamilies } from './families/families.ts'
import type { InvokePorts } from './invoke.ts'
import { nameTable } from './names.ts'
import { createSession, type Session } from './session.ts'

/** Once a process: families with their roots, indexes and watchers. Connections come and go above it. */
export interface Runtime {
  readonly config: ShokoConfig
  readonly families: readonly BoundFamily[]
  /** The tools that are listed: in read-only mode only those that read. */
  readonly tools: readonly BoundTool[]
  readonly prompts: readonly BoundPrompt[]
  readonly resources: readonly BoundResources[]
  readonly changes: ObservableBus
  readonly ports: InvokePorts
  findTool(name: string): BoundTool | undefined
  openSession(): Session
  close(): Promise<void>
}

export interface RuntimeOptions {
  readonly logger: Logger
  readonly clock?: Clock
  readonly ids?: Ids
  readonly observe?: InvokePorts['observe']
}

export function createRuntime(config: ShokoConfig, options: RuntimeOptions): Runtime {
  const { logger, clock = systemClock, ids = randomIds } = options
  const changes = createChangeBus((error) => logger.log('error', { event: 'change.listener', error: String(error) }))
  const families = bindFamilies({ config, clock, ids, logger, changes })
  const tools = families.flatMap((family) => family.tools)
  const byName = nameTable(tools)
  return {
    config,
    families,
    tools: tools.filter((tool) => !config.SHOKO_READ_ONLY || tool.effect === 'read'),
    prompts: families.flatMap((family) => family.prompts),
    resources: families.flatMap((family) => family.resources ?? []),
    changes,
    ports: {
      clock,
      logger,
      readOnly: config.SHOKO_READ_ONLY,
      ...(options.observe === undefined ? {} : { observe: options.observe }),
    },
    findTool: (name) => byName.get(name),
    openSession: createSession,
    close: async () => {
      await Promise.all(families.map((family) => family.close()))
    },
  }
}

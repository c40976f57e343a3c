import type {
  Call,
  Completion,
  CompletionRequest,
  Family,
  OwnWrites,
  Ports,
  PromptDescriptor,
  ResourceBlob,
  ResourceEntry,
  ResourceTemplate,
  ResourceText,
  SharedHandles,
  StatsRows,
  ToolDescriptor,
} from '@shoko/contract'
import { type Validation, validateArguments } from '@shoko/contract/schema'
import type { Sections } from '@shoko/core-fs'
import type { ShokoConfig } from '../config/variables.ts'
import type { Dialect, Failure, WireFailure } from '../dialects/dialect.ts'
import type { FamilyFindings, FindRequest } from '../everything/family-find.ts'
import type { IndexStatus } from '../index-status.ts'
import { flattenNames, type Spelling } from '../names.ts'

export interface FamilyPorts extends Ports {
  readonly config: ShokoConfig
  /** Files that no family reads or writes, wherever its folder lies. */
  readonly withheld: readonly string[]
  /** For what can be made again: indexes and statistics. */
  readonly cacheDir: string
  /** Where the files belong to more than this machine: how they are changed. */
  readonly sections?: Sections | undefined
  /** Told then of files that come from other machines. */
  readonly arrivals?: OwnWrites | undefined
  /** Where other servers are asked for what this one was not asked itself, and learn from it. */
  readonly handles?: SharedHandles | undefined
  readonly stats?: StatsRows | undefined
  /** Where a family says that an index is being built for the first time, and how big it is. */
  readonly indexes: IndexStatus
}

/** What a package's `open` gives: the context of its functions, which can be closed. */
export type Opened<Context> = Context & { close(): Promise<void> | void }

export interface FamilyBinding<Context, Reason extends string, Code extends string> {
  readonly family: Family<Context, Reason>
  readonly dialect: Dialect<Code>
  /** For calls by a flat name, where those are answered otherwise. */
  readonly flatDialect?: Dialect<Code>
  /** Total: a reason without a code does not compile. */
  readonly codes: Readonly<Record<Reason, Code>>
  /** Cheap: indexes and watchers start with the first use. */
  readonly open: (ports: FamilyPorts) => Opened<Context>
  /** Starts what the first call would otherwise wait for. */
  readonly warm?: (context: Context) => void
  /** Builds what searches need, however long it takes. */
  readonly prepare?: (context: Context) => Promise<void>
  /** Gives back memory that can be filled again; called when nobody has asked for a while. Stops when somebody does. */
  readonly rest?: (context: Context, isIdle: () => boolean) => Promise<void>
  /** Answers a question for shoko_find. */
  readonly find?: (context: Context, request: FindRequest, call: Call) => Promise<FamilyFindings>
}

/** A family whose context type is hidden behind closures, as the registry holds it. */
export interface BoundFamily {
  readonly name: string
  readonly dialect: Dialect<string>
  readonly flatDialect: Dialect<string> | undefined
  readonly codes: Readonly<Record<string, string>>
  readonly tools: readonly BoundTool[]
  readonly resources: BoundResources | undefined
  readonly prompts: readonly BoundPrompt[]
  codeOf(reason: string): string | undefined
  render(failure: Failure, spelling: Spelling): WireFailure
  warm(): void
  prepare(): Promise<void>
  rest(isIdle: () => boolean): Promise<void>
  find(request: FindRequest, call: Call): Promise<FamilyFindings>
  close(): Promise<void>
}

export type BoundTool = Omit<ToolDescriptor, 'run' | 'precheck'> & {
  readonly family: BoundFamily
  check(args: unknown): Validation
  run(input: Record<string, unknown>, call: Call): Promise<Record<string, unknown>>
  precheck(input: Record<string, unknown>, failingKey: string): Promise<void>
}

export interface BoundResources {
  readonly family: BoundFamily
  readonly scheme: string
  readonly templates: readonly ResourceTemplate[]
  list(call: Call): Promise<readonly ResourceEntry[]>
  read(uri: string, call: Call): Promise<ResourceText | ResourceBlob>
  complete(request: CompletionRequest): Promise<readonly Completion[]>
  watch(uri: string): Promise<void>
}

export type BoundPrompt = Omit<PromptDescriptor<never>, 'render' | 'complete'> & {
  readonly family: BoundFamily
  render(args: Readonly<Record<string, string>>, call: Call): ReturnType<PromptDescriptor<never>['render']>
  complete(request: CompletionRequest): Promise<readonly string[]>
}

/** Opens the family's context on first use and keeps it for the process. */
export function bindFamily<Context, Reason extends string, Code extends string>(
  binding: FamilyBinding<Context, Reason, Code>,
  ports: FamilyPorts,
): BoundFamily {
  const { family, dialect, flatDialect, codes } = binding
  let opened: Opened<Context> | undefined
  const context = (): Context => {
    opened ??= binding.open(ports)
    return opened
  }
  const tools: BoundTool[] = []
  const prompts: BoundPrompt[] = []
  const bound: BoundFamily = {
    name: family.name,
    dialect,
    flatDialect,
    codes,
    tools,
    resources: undefined,
    prompts,
    codeOf: (reason) => (codes as Readonly<Record<string, string>>)[reason],
    render: (failure, spelling) =>
      spelling === 'flat' ? (flatDialect ?? dialect).render(flattened(failure)) : dialect.render(failure),
    warm: () => binding.warm?.(context()),
    prepare: async () => binding.prepare?.(context()),
    rest: async (isIdle) => (opened === undefined ? undefined : binding.rest?.(opened, isIdle)),
    find: async (request, call) => binding.find?.(context(), request, call) ?? { candidates: 0, passages: [] },
    close: async () => opened?.close(),
  }
  for (const tool of family.tools) {
    tools.push({
      ...tool,
      family: bound,
      check: (args) => validateArguments(tool, args),
      run: async (input, call) => (await tool.run(context(), input as never, call)) as Record<string, unknown>, // the schema that checked the input is the tool's own
      precheck: async (input, failingKey) => tool.precheck?.(context(), input, failingKey),
    })
  }
  for (const prompt of family.prompts ?? []) {
    prompts.push({
      ...prompt,
      family: bound,
      render: (args, call) => prompt.render(context(), args, call),
      complete: async (request) => prompt.complete?.(context(), request) ?? [],
    })
  }
  return { ...bound, resources: bindResources(family, { bound, context }) }
}

/** Tools are named as the caller names them. */
function flattened(failure: Failure): Failure {
  const { message, hint } = failure
  return { ...failure, message: flattenNames(message), hint: hint === undefined ? hint : flattenNames(hint) }
}

function bindResources<Context, Reason extends string>(
  family: Family<Context, Reason>,
  to: { bound: BoundFamily; context: () => Context },
): BoundResources | undefined {
  const { resources } = family
  if (resources === undefined) return undefined
  return {
    family: to.bound,
    scheme: resources.scheme,
    templates: resources.templates,
    list: (call) => resources.list(to.context(), call),
    read: (uri, call) => resources.read(to.context(), uri, call),
    complete: async (request) => resources.complete?.(to.context(), request) ?? [],
    watch: async (uri) => resources.watch?.(to.context(), uri),
  }
}

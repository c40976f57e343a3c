import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLogger } from '@shoko/contract'
import { documentRule, TEAM_FOLDERS } from '@shoko/mcp-shell'
import { initTeam, openTeam, type Team } from '@shoko/team-pg'
import { type HttpProcess, type Postgres, startHttp, startPostgres } from '@shoko/testkit'
import { type Balancer, startBalancer } from './balancer.ts'
import { startWire, type Wire } from './wire.ts'

export interface ClusterOptions {
  readonly folder: string
  readonly servers: number
  readonly space?: string
  readonly postgres?: Postgres
  /** Servers reach the database over wires that can be cut; those cost time in this process. */
  readonly wired?: boolean
  /** Further settings of the servers. */
  readonly env?: Readonly<Record<string, string>>
}

/** Mirrors are caches, and lie in memory where there is such a folder, as docs/deploy.md advises: the database's flushes hold up files beside it. */
const MEMORY = '/dev/shm'

/** A whole team: PostgreSQL, servers, each with a wire of its own to it, a balancer before them, and one who looks on. */
export class Cluster {
  readonly postgres: Postgres
  readonly balancer: Balancer
  readonly observer: Team
  readonly #options: ClusterOptions
  readonly #servers: (HttpProcess | undefined)[] = []
  readonly #wires: Wire[] = []
  readonly #mirrors: string

  private constructor(
    options: ClusterOptions,
    parts: { postgres: Postgres; balancer: Balancer; observer: Team; mirrors: string },
  ) {
    this.#options = options
    this.#mirrors = parts.mirrors
    this.postgres = parts.postgres
    this.balancer = parts.balancer
    this.observer = parts.observer
  }

  static async start(options: ClusterOptions): Promise<Cluster> {
    const postgres = options.postgres ?? (await startPostgres())
    const space = options.space ?? 'main'
    await initTeam(postgres.url, space)
    const mirrors = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'shoko-mirrors-'))
    const wires: Wire[] = []
    for (let at = 0; options.wired && at <= options.servers; at++) wires.push(await startWire(postgres.url))
    const observer = await openTeam({
      url: wires.at(-1)?.url ?? postgres.url,
      space,
      mirrors: join(mirrors, 'observer'),
      families: TEAM_FOLDERS,
      isDocument: await documentRule(),
      logger: silentLogger,
    })
    const cluster: Cluster = new Cluster(options, {
      postgres,
      observer,
      mirrors,
      balancer: await startBalancer(() => cluster.origins),
    })
    cluster.#wires.push(...wires)
    await Promise.all(Array.from({ length: options.servers }, (_, at) => cluster.startServer(at)))
    return cluster
  }

  get origins(): string[] {
    return this.#servers.flatMap((server) => (server === undefined ? [] : [server.origin]))
  }

  /** Of the servers. */
  get pids(): number[] {
    return this.#servers.flatMap((server) => server?.child.pid ?? [])
  }

  server(at: number): HttpProcess {
    const server = this.#servers[at]
    if (server === undefined) throw new Error(`server ${at} is not there`)
    return server
  }

  /** All servers, and who looks on, go to another database. */
  lead(to: string): void {
    for (const wire of this.#wires) wire.lead(to)
  }

  wire(at: number): Wire {
    return this.#wires[at]!
  }

  async startServer(at: number): Promise<void> {
    const env = {
      SHOKO_DATABASE_URL: this.#wires[at]?.url ?? this.postgres.url,
      SHOKO_SPACE: this.#options.space ?? 'main',
      SHOKO_MIRRORS: join(this.#mirrors, String(at)),
      XDG_CACHE_HOME: join(this.#options.folder, `cache-${at}`),
      LOG_LEVEL: 'warn',
      ...this.#options.env,
    }
    this.#servers[at] = await startHttp(env)
  }

  async kill(at: number): Promise<void> {
    const server = this.#servers[at]
    this.#servers[at] = undefined
    await server?.stop('SIGKILL')
  }

  /** The folders of one server's mirror. */
  mirror(at: number): string {
    const place = join(this.#mirrors, String(at))
    const [database = ''] = readdirSync(place)
    return join(place, database, '1', 'documents')
  }

  /** The observer's mirror under the names that the models know. */
  view(): string {
    const view = join(this.#options.folder, 'view')
    mkdirSync(view, { recursive: true })
    for (const [name, folder] of [
      ['vault', 'vault'],
      ['boards', 'kanban'],
      ['vibe', 'vibe'],
    ] as const)
      symlinkSync(join(this.observer.folder, folder), join(view, name))
    return view
  }

  /** Runs the work when the observer has seen everything that was acknowledged. */
  async seen<T>(work: () => Promise<T>): Promise<T> {
    return (await this.observer.gate.run({ effect: 'read', name: 'observe', principal: 'bench' }, work)).value
  }

  async stop(): Promise<void> {
    await this.balancer.close()
    await Promise.all(this.#servers.map((server) => server?.stop('SIGKILL')))
    await this.observer.close()
    for (const wire of this.#wires) wire.close()
    if (this.#options.postgres === undefined) await this.postgres.close()
    rmSync(this.#mirrors, { recursive: true, force: true })
  }
}

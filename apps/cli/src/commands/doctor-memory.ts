import { type RunningServer, runningServers } from '@shoko/mcp-shell'
import { out } from '../terminal/output.ts'
import { paint } from '../terminal/paint.ts'

const KINDS: Readonly<Record<RunningServer['kind'], string>> = {
  shared: 'shared by stdio clients',
  front: 'front end of a client',
  stdio: "one client's own",
  http: 'http',
}

/** What each running server of this user holds, the largest first. */
export async function memory(argv: readonly string[]): Promise<number> {
  const servers = runningServers().toSorted((a, b) => (b.memory?.total ?? 0) - (a.memory?.total ?? 0))
  out.write(argv.includes('--json') ? `${JSON.stringify({ servers }, null, 2)}\n` : table(servers))
  return 0
}

function table(servers: readonly RunningServer[]): string {
  if (servers.length === 0) return 'No server of yours is running.\n'
  const rows = servers.map(({ kind, pid, workspace, version, memory }) => [
    KINDS[kind],
    String(pid),
    megabytes(memory?.total),
    megabytes(memory?.own),
    megabytes(memory?.code),
    memory === undefined ? '?' : String(memory.threads),
    version,
    workspace,
  ])
  const total = servers.reduce((sum, { memory }) => sum + (memory?.total ?? 0), 0)
  const head = ['server', 'pid', 'MB', 'own', 'code', 'threads', 'version', 'workspace']
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column > 0 && column < 6 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join('  ')
      .trimEnd()
  return `${[paint('strong', line(head)), ...rows.map(line), `together ${megabytes(total)} MB`].join('\n')}\n`
}

function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? '?' : (bytes / 1e6).toFixed(0)
}

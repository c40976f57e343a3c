import { type RunningServer, runningServers } from '@shoko/mcp-shell'
import { out } from '../terminal/output.ts'
import { paint } from '../terminal/paint.ts'
import { clipStart, padCells, widthOf, wrapCells } from '../terminal/width.ts'

const KINDS: Readonly<Record<RunningServer['kind'], string>> = {
  shared: 'shared',
  front: 'front end',
  stdio: 'stdio',
  http: 'http',
}

const HEAD = ['server', 'pid', 'MB', 'own', 'code', 'threads', 'version', 'workspace']
const NUMBERS = [1, 2, 3, 4, 5]
const GAP = '  '
const NARROWEST_PATH = 16

const MEANING = [
  'shared: serves every stdio client of these settings; front end: what each of those clients has started.',
  'MB: all that it holds. own: what would be free without it. code: its share of the program.',
]

/** What each running server of this user holds, the largest first. */
export async function memory(argv: readonly string[]): Promise<number> {
  const servers = runningServers().toSorted((a, b) => (b.memory?.total ?? 0) - (a.memory?.total ?? 0))
  const columns = process.stdout.columns ?? Number.POSITIVE_INFINITY
  out.write(argv.includes('--json') ? `${JSON.stringify({ servers }, null, 2)}\n` : memoryTable(servers, columns))
  return 0
}

/** Within so many cells, where they hold the figures: of a long path the end is shown. */
export function memoryTable(servers: readonly RunningServer[], columns: number): string {
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
  const widths = HEAD.map((title, column) => Math.max(title.length, ...rows.map((row) => widthOf(row[column]!))))
  const figures = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP.length, 0)
  const room = Math.max(NARROWEST_PATH, columns - figures)
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        if (column === HEAD.length - 1) return clipStart(cell, room)
        return NUMBERS.includes(column) ? cell.padStart(widths[column]!) : padCells(cell, widths[column]!)
      })
      .join(GAP)
  const lines = [paint('strong', line(HEAD)), ...rows.map(line), `together ${megabytes(total)} MB`, '']
  return `${[...lines, ...MEANING.map((text) => paint('quiet', wrapCells(text, { columns, indent: 0 })))].join('\n')}\n`
}

function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? '?' : (bytes / 1e6).toFixed(0)
}

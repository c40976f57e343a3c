import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openVault, readNote, scanNote } from '@shoko/vault'
import { median, type Row, timed } from './measure.ts'

const MEGABYTES = 100
const ROUNDS = 5

/** Lines near the end of a 100 MB file, against reading its bytes; and how much memory that takes. */
export async function benchLargeFile(): Promise<Row[]> {
  const root = mkdtempSync(join(tmpdir(), 'bench-large-'))
  const lines = writeLargeFile(join(root, 'large.md'))
  const context = openVault({ root })
  const read = () => readNote(context, { path: 'large.md', range: { start_line: lines - 20 } })
  const scan = () => scanNote(context, { path: 'large.md', cursor: { start_line: lines - 70 } })
  const before = process.memoryUsage.rss()
  const [readMs, scanMs] = [await repeated(read), await repeated(scan)]
  const grown = process.resourceUsage().maxRSS / 1024 - before / 1024 / 1024
  await context.close()
  const bytesMs = await repeated(() => readFileSync(join(root, 'large.md')))
  rmSync(root, { recursive: true })
  return [
    { what: `vault_read near the end of ${MEGABYTES} MB`, value: against(readMs, bytesMs) },
    { what: `vault_scan near the end of ${MEGABYTES} MB`, value: against(scanMs, bytesMs) },
    { what: 'memory at most above the start', value: `${grown.toFixed(0)} MB` },
  ]
}

/** In pieces, so that making the file does not take the memory that is to be measured. */
function writeLargeFile(path: string): number {
  const linesInPiece = 10_000
  const piece = `lorem ipsum dolor sit amet 日本語 ${'x'.repeat(60)}\n`.repeat(linesInPiece)
  const pieces = Math.ceil((MEGABYTES * 1024 * 1024) / Buffer.byteLength(piece))
  for (let written = 0; written < pieces; written++) appendFileSync(path, piece)
  return pieces * linesInPiece
}

async function repeated(work: () => unknown): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await timed(work))
  return median(times)
}

function against(ms: number, bytesMs: number): string {
  return `${(ms / bytesMs).toFixed(2)} x reading its bytes (${ms.toFixed(0)} against ${bytesMs.toFixed(0)} ms)`
}

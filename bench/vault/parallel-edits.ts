import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Row } from './measure.ts'

const EDITS = 40

/** 40 edits of one note at once, from one and from four processes: how many were reported, how many are in the file. */
export async function benchParallelEdits(): Promise<Row[]> {
  const rows: Row[] = []
  for (const processes of [1, 4]) {
    const root = mkdtempSync(join(tmpdir(), 'bench-edits-'))
    const note = join(root, 'shared.md')
    writeFileSync(note, Array.from({ length: EDITS }, (_, number) => `slot ${number} \n`).join(''))
    const reported = await editFrom(root, processes)
    const surviving = new Set(readFileSync(note, 'utf8').match(/(?:appended|edited) \d+/g)).size
    rows.push({
      what: `${EDITS} parallel edits from ${processes} process(es)`,
      value: `${reported} reported, ${surviving} surviving`,
    })
    rmSync(root, { recursive: true })
  }
  return rows
}

async function editFrom(root: string, processes: number): Promise<number> {
  const child = new URL('../../packages/vault/test/edit-child.ts', import.meta.url).pathname
  const each = EDITS / processes
  const runs = Array.from({ length: processes }, (_, index) =>
    promisify(execFile)(process.execPath, ['--conditions=shoko-source', child, root, String(index * each), String(each)]),
  )
  const outputs = await Promise.all(runs)
  return outputs.reduce((sum, { stdout }) => sum + Number(stdout), 0)
}

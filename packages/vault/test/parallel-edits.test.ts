import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { vaultWith } from './vault-tree.ts'

const EDITS = 40

/** Every edit either appends its line or changes its slot. */
function survivors(text: string): number {
  return Array.from({ length: EDITS }, (_, number) => `${number % 2 === 0 ? 'appended' : 'edited'} ${number}`).filter((mark) =>
    new RegExp(`\\b${mark}\\b`).test(text),
  ).length
}

async function runChildren(path: string, processes: number): Promise<number> {
  const each = EDITS / processes
  const outputs = await Promise.all(
    Array.from({ length: processes }, (_, index) =>
      promisify(execFile)(process.execPath, [
        '--conditions=shoko-source',
        new URL('./edit-child.ts', import.meta.url).pathname,
        path,
        String(index * each),
        String(each),
      ]),
    ),
  )
  return outputs.reduce((sum, { stdout }) => sum + Number(stdout), 0)
}

describe('40 parallel edits of one note', () => {
  for (const processes of [1, 4]) {
    it(`all survive from ${processes} process${processes === 1 ? '' : 'es'}`, async () => {
      const slots = Array.from({ length: EDITS }, (_, number) => `slot ${number} \n`).join('')
      const vault = vaultWith({ 'shared.md': slots })
      expect(await runChildren(vault.path, processes)).toBe(EDITS)
      expect(survivors(readFileSync(vault.at('shared.md'), 'utf8'))).toBe(EDITS)
      expect(readdirSync(vault.path).sort()).toEqual(['.system', 'shared.md'])
    })
  }
})

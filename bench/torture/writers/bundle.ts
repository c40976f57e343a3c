import { basename, join, resolve } from 'node:path'
import { runProgram } from '../processes.ts'

/**
 * Builds a program of this folder for processes that are started by the thousand, and gives its path. In a process of its own:
 * the bundler would make this one so large that starting others takes longer than what they do.
 */
export async function bundle(outDir: string, program: string): Promise<string> {
  const name = basename(program, '.ts')
  const builder = join(import.meta.dirname, 'build-program.ts')
  await runProgram([builder, outDir, name, resolve(import.meta.dirname, '..', program)], AbortSignal.timeout(120_000))
  return join(outDir, `${name}.mjs`)
}

import { documentRule, type LoadedConfig, withConfig } from '@shoko/mcp-shell'
import type { ArchiveParts } from '@shoko/team-pg'
import { err } from '../terminal/output.ts'

export const NO_DATABASE =
  'SHOKO_DATABASE_URL: is needed, in the environment or in a file that --database-file names (a command line can be read by everybody)'

/** Runs a command on the space that the settings name. Whatever the database says against it is one line and exit code 1. */
export function onSpace(
  argv: readonly string[],
  work: (parts: ArchiveParts, loaded: LoadedConfig) => Promise<number>,
): Promise<number> {
  return withDatabase(argv, async (url, loaded) => {
    const { openSpace } = await import('@shoko/team-pg')
    const { database, space } = await openSpace(url, loaded.config.SHOKO_SPACE)
    try {
      return await work({ database, space, isDocument: await documentRule() }, loaded)
    } finally {
      await database.close()
    }
  })
}

export function withDatabase(
  argv: readonly string[],
  work: (url: string, loaded: LoadedConfig) => Promise<number>,
): Promise<number> {
  const run = async (loaded: LoadedConfig): Promise<number> => {
    const { SHOKO_DATABASE_URL: url } = loaded.config
    if (typeof url !== 'string') return refuse(NO_DATABASE, 2)
    try {
      return await work(url, loaded)
    } catch (error) {
      return refuse(`shoko team: ${(error as Error).message || 'the database cannot be reached'}`, 1)
    }
  }
  return withConfig(argv, run, { passUnknownFlags: true })
}

export function refuse(sentence: string, code: number): number {
  err.write(`${sentence}\n`)
  return code
}

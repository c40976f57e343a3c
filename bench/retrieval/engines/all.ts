import type { Engine } from './engine.ts'
import { fts5Analysed, fts5Candidates, fts5Trigram, fts5Unicode } from './fts5.ts'
import { miniSearchAnalysed, miniSearchDefault } from './minisearch.ts'
import { installQmd } from './qmd.ts'
import { shoko, shokoRanker } from './shoko.ts'

const BUILT_IN: readonly Engine[] = [
  shoko,
  shokoRanker,
  fts5Analysed,
  fts5Candidates,
  miniSearchAnalysed,
  miniSearchDefault,
  fts5Unicode,
  fts5Trigram,
]

export interface EngineChoice {
  /** Where qmd is installed. */
  readonly qmdFolder: string
  readonly wants: (name: string) => boolean
}

/** Those that are wanted, and whether one of them could not be had. */
export async function enginesFor({ qmdFolder, wants }: EngineChoice): Promise<{ engines: Engine[]; isQmdMissing: boolean }> {
  const qmd = wants('qmd') ? await installQmd(qmdFolder) : []
  return { engines: [...BUILT_IN, ...(qmd ?? [])].filter(({ name }) => wants(name)), isQmdMissing: qmd === undefined }
}

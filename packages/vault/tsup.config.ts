import { defineConfig } from 'tsup'
import { bundled, library } from '../../tsup.base.ts'

/** The worker is bundled whole: each search thread loads it, and most of its dependencies' code is of no use there. */
export default defineConfig([
  library({ entry: { index: 'src/index.ts', settings: 'src/settings.ts' } }),
  bundled({ entry: { 'grep-worker': 'src/search/grep-worker.ts' } }),
])

import { defineConfig } from 'tsup'
import { bundled, library } from '../../tsup.base.ts'

/** The worker is bundled whole, as the thread loads it alone. */
export default defineConfig([library(), bundled({ entry: { 'index-worker': 'src/index/index-worker.ts' } })])

import { defineConfig } from 'tsup'
import { bundled, library } from '../../tsup.base.ts'

/** The worker is bundled whole: each search thread loads it, and most of its dependencies' code is of no use there. */
export default defineConfig([library(), bundled({ entry: { 'grep-worker': 'src/grep/grep-worker.ts' } })])

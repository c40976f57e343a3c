import { defineConfig } from 'tsup'
import { bundled, library } from '../../tsup.base.ts'

const workers = { 'index-worker': 'src/index/index-worker.ts', 'view-worker': 'src/views/view-worker.ts' }

/** The workers are bundled whole, as a thread loads one alone. */
export default defineConfig([library(), bundled({ entry: workers })])

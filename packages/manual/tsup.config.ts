import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.ts'

export default defineConfig(library({ entry: { index: 'src/index.ts', settings: 'src/settings.ts' } }))

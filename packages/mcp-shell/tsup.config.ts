import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.ts'

export default defineConfig(
  library({
    entry: ['src/index.ts', 'src/bindings.ts', 'src/compile-cache.ts', 'src/front.ts', 'src/shared-process.ts', 'src/stdio.ts'],
  }),
)

import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.ts'

export default defineConfig(
  library({
    entry: {
      index: 'src/index.ts',
      'local-file': 'src/local-file.ts',
      'compile-cache': 'src/compile-cache.ts',
      'front-matter': 'src/text/front-matter.ts',
    },
  }),
)

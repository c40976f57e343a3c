import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.ts'

export default defineConfig(
  library({
    entry: {
      index: 'src/index.ts',
      'local-file': 'src/local-file.ts',
      'compile-cache': 'src/compile-cache.ts',
      'meeting-place': 'src/process/meeting-place.ts',
      'front-matter': 'src/text/front-matter.ts',
    },
  }),
)

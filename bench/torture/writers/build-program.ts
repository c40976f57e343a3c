// `build-program.ts <folder> <name> <entry>`: one ES module with everything in it but lazily loaded chunks.
import { build } from 'tsup'
import { bundled } from '../../../tsup.base.ts'

const [outDir = '', name = '', entry = ''] = process.argv.slice(2)
const options = bundled({ entry: { [name]: entry } })
await build({ ...options, outDir, config: false, silent: true, treeshake: false, outExtension: () => ({ js: '.mjs' }) })

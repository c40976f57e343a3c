import { rmSync } from 'node:fs'
import { benchLargeFile } from './large-file.ts'
import { printRows } from './measure.ts'
import { generateNotes } from './notes.ts'
import { benchParallelEdits } from './parallel-edits.ts'
import { benchSearch } from './search.ts'
import { benchServerSearch } from './server-search.ts'

/** `node bench/vault/run.ts [files]`: ratios measured in one run. Build first, so that threads start from bundles. */
const largeFile = await benchLargeFile() // first: it looks at the memory of the process
const notes = generateNotes(Number(process.argv[2] ?? 10_000))
printRows([...(await benchServerSearch(notes)), ...(await benchSearch(notes)), ...largeFile, ...(await benchParallelEdits())])
rmSync(notes, { recursive: true })

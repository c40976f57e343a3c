import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordedPages, root } from './record/pages.ts'

/** Records the tour and the transcripts of the guides anew from the built programs: `pnpm build && pnpm record`. */
for (const [path, record] of Object.entries(recordedPages)) writeFileSync(join(root, path), await record())

import { defineConfig } from 'tsup'
import { app } from '../../tsup.base.ts'

/** The metafile says whose code is in the bundle; the packing script writes the notice of licences from it. */
export default defineConfig(app({ metafile: true }))

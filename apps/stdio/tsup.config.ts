import { defineConfig } from 'tsup'
import { app } from '../../tsup.base.ts'

export default defineConfig(app())

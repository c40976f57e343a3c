import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'tsup'

const here = import.meta.dirname

/** One script and one style sheet for the browser, and a module that holds them, so that the servers carry them like any other code. */
export default defineConfig({
  entry: { page: 'src/main.tsx' },
  format: ['esm'],
  target: 'es2024',
  platform: 'browser',
  noExternal: [/.*/],
  minify: true,
  treeshake: true,
  splitting: false,
  clean: true,
  dts: false,
  esbuildOptions(esbuild) {
    esbuild.jsx = 'automatic'
    esbuild.jsxImportSource = 'preact'
    esbuild.legalComments = 'none'
    esbuild.charset = 'utf8'
  },
  async onSuccess() {
    const file = (name: string) => resolve(here, name)
    const files = {
      shell: readFileSync(file('src/shell.html'), 'utf8'),
      script: readFileSync(file('dist/page.js'), 'utf8'),
      style: readFileSync(file('dist/page.css'), 'utf8'),
    }
    writeFileSync(file('dist/index.js'), `export const pageFiles = ${JSON.stringify(files)}\n`)
    for (const name of ['dist/page.js', 'dist/page.css']) rmSync(file(name))
  },
})

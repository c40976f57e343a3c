import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'tsup'

const here = import.meta.dirname
const VIEWS = ['board', 'evidence']

/** One script and one style sheet for the browser, and a module that holds them, so that the servers carry them like any other code. */
export default defineConfig({
  entry: { page: 'src/main.tsx', ...Object.fromEntries(VIEWS.map((name) => [`view-${name}`, `src/views/${name}.tsx`])) },
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
    const viewFiles = Object.fromEntries(VIEWS.map((name) => [name, wholeView(name)]))
    writeFileSync(file('dist/views.js'), `export const viewFiles = ${JSON.stringify(viewFiles)}\n`)
    for (const name of ['page', ...VIEWS.map((view) => `view-${view}`)])
      for (const kind of ['js', 'css']) rmSync(file(`dist/${name}.${kind}`))
  },
})

/** A view goes through a chat program as one text: its style and its script stand in it. */
function wholeView(name: string): string {
  const part = (path: string) => readFileSync(resolve(here, path), 'utf8').trim()
  const script = part(`dist/view-${name}.js`).replaceAll('</script', '<\\/script')
  return part('src/views/shell.html')
    .replace('/*style*/', () => part(`dist/view-${name}.css`))
    .replace('/*script*/', () => script)
}

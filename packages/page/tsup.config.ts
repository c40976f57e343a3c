import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'tsup'

const here = import.meta.dirname
const VIEWS = ['board', 'evidence']
/** The page's own files stand beside it. */
const LINKS = `<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%23b8341f'/%3E%3Cpath d='M4.5 4v8M8 4v8M11 4.4l1.4 7.4' stroke='%23fff' stroke-width='1.6'/%3E%3C/svg%3E">
<link rel="stylesheet" href="/page.css">
<script type="module" src="/page.js"></script>
`

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
      shell: shell({ head: LINKS, tail: '' }),
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

function shell({ head, tail }: { readonly head: string; readonly tail: string }): string {
  const text = readFileSync(resolve(here, 'src/shell.html'), 'utf8')
  return text.replace('<!--head-->\n', () => head).replace('<!--tail-->\n', () => tail)
}

/** A view goes through a chat program as one text: its style and its script stand in it. */
function wholeView(name: string): string {
  const part = (path: string) => readFileSync(resolve(here, path), 'utf8').trim()
  const script = part(`dist/view-${name}.js`).replaceAll('</script', '<\\/script')
  const style = part(`dist/view-${name}.css`)
  return shell({ head: `<style>${style}</style>\n`, tail: `<script type="module">${script}</script>\n` }).trim()
}

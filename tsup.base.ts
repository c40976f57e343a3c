import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Options } from 'tsup'

/** A library: ESM, its dependencies left outside; declarations come from tsc (TypeScript 7 has no API for tsup to call). */
export function library(options: Options = {}): Options {
  return {
    entry: ['src/index.ts'],
    format: ['esm'],
    target: 'node22',
    platform: 'node',
    clean: false,
    dts: false,
    sourcemap: false,
    // node:sqlite has no name without the prefix.
    removeNodeProtocol: false,
    splitting: true,
    ...options,
  }
}

/** Threads run from files of their own, which lie beside the program that starts them. */
const workers = {
  'grep-worker': '../../packages/vault/src/search/grep-worker.ts',
  'audit-worker': '../../packages/audit/src/audit-worker.ts',
  'index-worker': '../../packages/vibe-bridge/src/index/index-worker.ts',
  'view-worker': '../../packages/vibe-bridge/src/views/view-worker.ts',
}

/** An app: everything in one place, heavy modules in lazily loaded chunks, workspace packages read from their sources. */
export function app(options: Options = {}): Options[] {
  const program = bundled({ entry: { main: 'src/main.ts' }, ...options })
  // Apart: chunks that a thread shares with the program would split what the program has to load before its first answer.
  return [program, bundled({ entry: workers, esbuildPlugins: options.metafile === true ? [writeMetafile('workers')] : [] })]
}

/** tsup's own file of that kind has one name for all configurations of a package. */
function writeMetafile(name: string): NonNullable<Options['esbuildPlugins']>[number] {
  return {
    name: 'write-metafile',
    setup(build) {
      build.initialOptions.metafile = true
      build.onEnd(({ metafile }) => {
        const folder = build.initialOptions.outdir!
        mkdirSync(folder, { recursive: true }) // tsup writes what was built after this
        writeFileSync(join(folder, `metafile-${name}.json`), JSON.stringify(metafile))
      })
    },
  }
}

/** With everything that it needs. */
export function bundled(options: Options): Options {
  return {
    ...library(),
    noExternal: [/.*/],
    treeshake: true,
    minifySyntax: true,
    esbuildOptions(esbuild) {
      // Plain ASCII is half the memory and quicker to read for the engine.
      esbuild.charset = 'ascii'
      esbuild.minifyWhitespace = true
      esbuild.conditions = ['shoko-source', 'import', 'module', 'node']
      // Some CommonJS dependencies call require('node:…'); ESM output has no require of its own.
      esbuild.banner = {
        js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
      }
    },
    ...options,
    esbuildPlugins: [driverAsCommonJs, ...(options.esbuildPlugins ?? [])],
  }
}

/**
 * The parts of the PostgreSQL driver require each other; by the conditions above they would get modules, which they cannot use.
 * One part, a binding to the C library, is asked for and done without.
 */
const driverAsCommonJs: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'driver-as-commonjs',
  setup(build) {
    build.onResolve({ filter: /^pg-/ }, ({ path, importer, kind }) => {
      if (path === 'pg-native') return { path, external: true }
      return kind === 'require-call' ? { path: createRequire(importer).resolve(path) } : undefined
    })
  },
}

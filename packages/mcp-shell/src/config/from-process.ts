import { homedir } from 'node:os'
import { oneLine, withVisibleControls } from '@shoko/contract'
import { readLocalFile, realPathOf } from '@shoko/core-fs/local-file'
import { tokenWarning } from './auth-token.ts'
import { ConfigError, type LoadedConfig, loadConfig } from './load.ts'

/** The settings of this process: its arguments, its environment, its config file. Throws a ConfigError that lists every problem. */
export function configFromProcess(argv: readonly string[], options: { readonly passUnknownFlags?: boolean } = {}): LoadedConfig {
  return loadConfig({
    argv,
    env: process.env,
    cwd: process.cwd(),
    home: homedir(),
    readFile: readLocalFile,
    realPath: realPathOf,
    ...options,
  })
}

/** Runs `start` with the settings; a bad setting is exit code 2 and one line a problem on stderr. */
export async function withConfig(
  argv: readonly string[],
  start: (loaded: LoadedConfig) => Promise<number>,
  options: { readonly passUnknownFlags?: boolean } = {},
): Promise<number> {
  try {
    const loaded = configFromProcess(argv, options)
    const warning = tokenWarning(loaded)
    if (warning !== undefined) process.stderr.write(`${warning}\n`)
    return await start(loaded)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    // Values of files are quoted in them: one line each, and nothing that a terminal obeys.
    process.stderr.write(`${error.problems.map((problem) => withVisibleControls(oneLine(problem))).join('\n')}\n`)
    return 2
  }
}

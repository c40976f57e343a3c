import { homedir } from 'node:os'
import { join } from 'node:path'
import { oneLine, withVisibleControls } from '@shoko/contract'
import { readLocalFile, realPathOf } from '@shoko/core-fs/local-file'
import { tokenWarning } from './auth-token.ts'
import { ConfigError, type LoadedConfig, loadConfig } from './load.ts'
import { SETTINGS_FILE } from './variables.ts'

/** The settings of this process: its arguments, its environment, its config file. Throws a ConfigError that lists every problem. */
export function configFromProcess(argv: readonly string[], options: { readonly passUnknownFlags?: boolean } = {}): LoadedConfig {
  return loadConfig({
    argv,
    env: process.env,
    cwd: process.cwd(),
    home: homedir(),
    userFile: userSettingsFile({ platform: process.platform, env: process.env, home: homedir() }),
    readFile: readLocalFile,
    realPath: realPathOf,
    ...options,
  })
}

/** Where `shoko init` writes the settings of a user, for servers that are started from any folder. */
export function userSettingsFile(machine: {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
}): string {
  return join(settingsFolder(machine), 'shoko', SETTINGS_FILE)
}

function settingsFolder({ platform, env, home }: Parameters<typeof userSettingsFile>[0]): string {
  if (platform === 'win32') return env.APPDATA ?? join(home, 'AppData', 'Roaming')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  return env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(home, '.config')
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
    for (const warning of loaded.warnings)
      process.stderr.write(`${JSON.stringify({ ts: Date.now(), level: 'warn', event: 'config.ignored', warning })}\n`)
    return await start(loaded)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    // Values of files are quoted in them: one line each, and nothing that a terminal obeys.
    process.stderr.write(`${error.problems.map((problem) => withVisibleControls(oneLine(problem))).join('\n')}\n`)
    return 2
  }
}

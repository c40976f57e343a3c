import { loadConfig, type ShokoConfig } from '../src/index.ts'

/** The settings of somebody who has set nothing. */
export function bareConfig(): ShokoConfig {
  const nothing = { argv: [], env: {}, readFile: () => undefined }
  return loadConfig({ ...nothing, cwd: '/workspace', home: '/home/mio', realPath: (path) => path }).config
}

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Where the demo workspace lies: beside the program in the published package, in fixtures/ in the repository. */
export function demoFolder(from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = [join(folder, 'demo'), join(folder, 'fixtures', 'workspace')].find((path) =>
      existsSync(join(path, 'vault', 'README.md')),
    )
    if (found !== undefined) return found
    if (dirname(folder) === folder) throw new Error('the demo workspace is missing from this installation; install shoko again')
  }
}

import type { Call } from '@shoko/contract'
import type { VaultContext } from '../context.ts'
import { globFilter, isHarmlessGlob } from '../glob.ts'
import type { FileScope } from '../scope.ts'

/** Which notes a find looks at. A glob that could go on for ever is matched where it can be ended. */
export async function acceptsIn(
  { grep }: VaultContext,
  scope: FileScope,
  { signal }: Pick<Call, 'signal'>,
): Promise<(path: string) => boolean> {
  const { dir, glob } = scope
  const prefix = dir === '' ? '' : `${dir}/`
  if (glob === undefined) return prefix === '' ? () => true : (path) => path.startsWith(prefix)
  if (!isHarmlessGlob(glob)) {
    const paths = new Set<string>(await grep.list(scope, signal))
    return (path) => paths.has(path)
  }
  const fits = globFilter(glob)
  return (path) => path.startsWith(prefix) && fits(path.slice(prefix.length))
}

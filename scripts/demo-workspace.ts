import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'

/** The copy of the demo workspace that `npm start` serves and `npm run demo` works on. */
export function demoSettings(root: string): { readonly WORKSPACE_ROOT: string; readonly VIBE_ROOT: string } {
  const folder = join(root, '.shoko-demo')
  if (!existsSync(folder)) cpSync(join(root, 'fixtures', 'workspace'), folder, { recursive: true })
  return { WORKSPACE_ROOT: folder, VIBE_ROOT: join(folder, 'vibe') }
}

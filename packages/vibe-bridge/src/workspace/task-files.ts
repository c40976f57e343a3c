import { joinPath, parseDirectory, type Root } from '@shoko/core-fs'
import { addressOfPath, type DocumentAddress, isMarkdown } from './layout.ts'

/**
 * From the disk, not from the index: that may not have seen what another process or a person has just put there. Fails where a
 * folder cannot be read, since a number that is in use there would be given again.
 */
export async function taskFiles(root: Root, project: string): Promise<readonly DocumentAddress[]> {
  const dir = joinPath(parseDirectory(project), 'tasks')
  if ((await root.find(dir))?.kind !== 'dir') return []
  const files = await root.walk({ dir, strict: true, skip: (path, kind) => kind === 'file' && !isMarkdown(path) })
  return files.flatMap(({ path }) => addressOfPath(path) ?? [])
}

import type { RelativePath } from '../src/relative-path.ts'
import type { Root } from '../src/rooted-fs.ts'
import { at } from './tree.ts'

export type Ways = Readonly<Record<string, (root: Root, path: RelativePath) => Promise<unknown>>>

/** Every way to a file in a root; each must refuse a bad path for the same reason. */
export const waysToFile: Ways = {
  stat: (root, path) => root.stat(path),
  find: (root, path) => root.find(path),
  read: (root, path) => root.read(path),
  readText: (root, path) => root.readText(path),
  openLines: (root, path) => root.openLines(path),
  replace: (root, path) => root.replace(path, 'x'),
  create: (root, path) => root.create(path, 'x'),
  append: (root, path) => root.append(path, 'x\n'),
  remove: (root, path) => root.remove(path),
  'move from': (root, path) => root.move(path, at('free.md')),
  'move to': (root, path) => root.move(at('real/note.md'), path),
}

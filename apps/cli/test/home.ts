import { type TemporaryTree, temporaryTree } from '@shoko/testkit'

/** A home with a folder of notes in it, and these files beside it; no test sees or touches those of whoever runs it. */
export function homeWith(files: Readonly<Record<string, string | Uint8Array>> = {}): TemporaryTree {
  return temporaryTree({ 'notes/.obsidian/app.json': '{}', 'notes/a.md': '# A\n', ...files })
}

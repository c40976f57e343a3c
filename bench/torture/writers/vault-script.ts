import type { Random } from '../random.ts'
import { certain, type Fact, fileFact, type Script } from './step.ts'

interface Note {
  readonly path: string
  version: number
  body: string
}

/** Every way to write a note. The texts end with a word that shows that they are whole. */
export function* vaultScript(random: Random, mark: string): Script {
  const notes: Note[] = []
  for (let n = 0; ; n++) {
    const kind = random.below(6)
    const known = notes.length === 0 ? undefined : random.pick(notes)
    if (known === undefined || kind === 0) {
      const note = { path: `${mark}/deep-${n % 3}/${n}.md`, version: n, body: filling(random) }
      notes.push(note)
      yield certain('vault_create', { path: note.path, content: textOf(note) }, [factOf(note)])
    } else if (kind === 1) {
      Object.assign(known, { version: n, body: filling(random) })
      yield certain('vault_write', { path: known.path, content: textOf(known), mode: 'overwrite' }, [factOf(known)])
    } else if (kind === 2) {
      const content = `added ${n}\nend\n`
      known.body += content
      yield certain('vault_write', { path: known.path, content, mode: 'append' }, [factOf(known)])
    } else if (kind === 3) {
      const find = `v${known.version};`
      known.version = n
      yield certain('vault_replace', { path: known.path, find, replace: `v${n};` }, [factOf(known)])
    } else {
      const line = `${mark}-${n} end`
      yield certain('vault_write', { path: 'shared.md', content: `${line}\n`, mode: 'append' }, [
        { kind: 'line', path: 'vault/shared.md', slot: line, line },
      ])
    }
  }
}

function factOf(note: Note): Fact {
  return fileFact(`vault/${note.path}`, textOf(note))
}

function textOf({ path, version, body }: Note): string {
  return `# ${path} v${version};\n${body}`
}

/** Now and then more than one write of the operating system. */
function filling(random: Random): string {
  return `${'words '.repeat(random.below(8) === 0 ? 20_000 : random.below(200))}\nend\n`
}

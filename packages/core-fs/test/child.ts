// A process of its own: `node --conditions=shoko-source child.ts <task> <root> [n]`.
import fs from 'node:fs'
import path from 'node:path'
import { parsePath } from '../src/relative-path.ts'
import { openRoot } from '../src/rooted-fs.ts'

const [task = '', dir = '', count = '0'] = process.argv.slice(2)
const root = openRoot(dir, { lockPath: '.system/shoko/lock.db' })
const n = Number(count)

const tasks: Record<string, () => Promise<void>> = {
  /** Adds 1 to a counter file, n times. */
  async count() {
    for (let i = 0; i < n; i++) await root.exclusive(increment)
  },
  /** n edits at once, each adding a line. */
  async edit() {
    await Promise.all(Array.from({ length: n }, (_, i) => root.exclusive(() => addLine(`${process.pid}-${i}`))))
  },
  /** Tries to create n names; says which it got. */
  async race() {
    const won: number[] = []
    for (let i = 0; i < n; i++) {
      await root.create(parsePath(`race/${i}.md`), String(process.pid)).then(
        () => won.push(i),
        (error) => {
          if (error.reason !== 'already_exists') throw error
        },
      )
    }
    console.log(JSON.stringify(won))
  },
  /** Takes the lock and keeps it. */
  async hold() {
    await root.exclusive(async () => {
      console.log('held')
      await new Promise((resolve) => setTimeout(resolve, 60_000))
    })
  },
  /** Replaces one file and creates others for ever; every content is 64 KB of one letter. */
  async write() {
    console.log('writing')
    for (let i = 0; ; i++) {
      await root.exclusive(async () => {
        await root.replace(parsePath('notes/a.md'), String.fromCharCode(97 + (i % 26)).repeat(65_536))
        await root.create(parsePath(`notes/${process.pid}-${i}.md`), 'n'.repeat(65_536))
      })
    }
  },
  /** Swaps the folder `sub` for a link to outside and back, for ever. */
  async swap() {
    console.log('swapping')
    for (;;) {
      rename('sub', 'aside')
      rename('link', 'sub')
      rename('sub', 'link')
      // The victim may have made a folder of that name in between.
      while (!rename('aside', 'sub')) rename('sub', `victim-${Date.now()}-${Math.random()}`)
    }
  },
}

function rename(from: string, to: string): boolean {
  try {
    fs.renameSync(path.join(dir, from), path.join(dir, to))
    return true
  } catch {
    return false
  }
}

async function increment(): Promise<void> {
  const counter = parsePath('counter.txt')
  const { text } = await root.readText(counter)
  await root.replace(counter, String(Number(text) + 1))
}

async function addLine(line: string): Promise<void> {
  const note = parsePath('note.md')
  const { text, hash } = await root.readText(note)
  await root.replace(note, `${text}${line}\n`, { hash })
}

await tasks[task]!()
root.close()

import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { firstWord, kill, PATIENT, startChild } from '../../test/processes.ts'
import { errno, recordedRoot } from '../../test/recorded-system.ts'
import { LOCK, listTree, makeTree, rootOf, temporaries } from '../../test/tree.ts'
import { openRoot } from '../rooted-fs.ts'

const LITTER = '.shoko-0123456789abcdef.tmp'

describe('litter of killed processes', () => {
  it('goes at the first exclusive section, wherever it lies, and nothing else goes', async () => {
    const kept = {
      'a/b/note.md': 'x',
      'a/.shoko-0123.tmp': 'not ours',
      'a/0123456789abcdef.tmp': 'not ours',
      [`node_modules/${LITTER}`]: 'left alone',
      [`.git/${LITTER}`]: 'left alone',
    }
    const dir = makeTree({ ...kept, [LITTER]: '', [`a/b/${LITTER}`]: '', [`.kanban/${LITTER}`]: '' })
    fs.symlinkSync('a', path.join(dir, 'link'))
    fs.symlinkSync('a/b/note.md', path.join(dir, 'a/.shoko-aaaaaaaaaaaaaaaa.tmp'))
    const root = rootOf(dir)
    await root.walk()
    expect(temporaries(dir)).toContain(LITTER)
    await root.exclusive(async () =>
      expect(temporaries(dir).filter((name) => name.endsWith(LITTER))).toEqual([`.git/${LITTER}`, `node_modules/${LITTER}`]),
    )
    for (const name of Object.keys(kept)) expect(fs.existsSync(path.join(dir, name))).toBe(true)
  })

  it('goes even where another folder cannot be read', async () => {
    const dir = makeTree({ 'a/x.md': '', [`b/${LITTER}`]: '' })
    const { root } = recordedRoot(dir, ({ name, args }) =>
      name === 'open' && String(args[0]).endsWith('/a') ? errno('EACCES') : undefined,
    )
    await root.exclusive(async () => {})
    expect(temporaries(dir)).toEqual([])
  })

  it('is left alone when it is younger than the lock', async () => {
    const dir = makeTree({ [LITTER]: '' })
    const root = openRoot(dir, { lockPath: LOCK, clock: { now: () => fs.statSync(path.join(dir, LITTER)).mtimeMs } })
    await root.exclusive(async () => {})
    root.close()
    expect(temporaries(dir)).toEqual([LITTER])
  })

  it('is swept once per process and root, not at every section', async () => {
    const dir = makeTree()
    const root = rootOf(dir)
    await root.exclusive(async () => {})
    fs.writeFileSync(path.join(dir, LITTER), '')
    await root.exclusive(async () => {})
    expect(temporaries(dir)).toEqual([LITTER])
  })
})

describe('kill -9 of a writer', PATIENT, () => {
  it('tears nothing, loses nothing, and leaves no litter after the next section', async () => {
    const whole = /^(.)\1{65535}$/
    const dir = makeTree({ 'notes/a.md': 'a'.repeat(65_536) })
    for (let round = 0; round < 10; round++) {
      const writers = [startChild('write', dir), startChild('write', dir), startChild('write', dir)]
      await Promise.all(writers.map(firstWord))
      for (const writer of writers) {
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 20))
        await kill(writer)
      }
      for (const name of listTree(path.join(dir, 'notes'))) {
        if (name.startsWith('.shoko-')) continue
        expect(whole.test(fs.readFileSync(path.join(dir, 'notes', name), 'utf8')), `${name} in round ${round}`).toBe(true)
      }
    }
    await rootOf(dir).exclusive(async () => {})
    expect(temporaries(dir)).toEqual([])
  })
})

import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { examples } from '@shoko/testkit/examples'
import { describe, expect, it } from 'vitest'
import { firstWord, kill, PATIENT, runChild, startChild } from '../../test/processes.ts'
import { errno, failing, recordedRoot } from '../../test/recorded-system.ts'
import { at, LOCK, listTree, makeTree, openDescriptors, reasonOf, rootOf } from '../../test/tree.ts'
import { parsePath } from '../relative-path.ts'
import { openRoot } from '../rooted-fs.ts'
import { isRecent, lockFailure } from './lock-database.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('exclusive, inside one process', () => {
  it('runs sections one after the other, in the order they came', async () => {
    const root = rootOf(makeTree())
    const steps: string[] = []
    const section = (name: string) =>
      root.exclusive(async () => {
        steps.push(`${name} in`)
        await pause(2)
        steps.push(`${name} out`)
      })
    await Promise.all([section('a'), section('b'), section('c')])
    expect(steps).toEqual(['a in', 'a out', 'b in', 'b out', 'c in', 'c out'])
  })

  it('keeps sections of two roots on one folder apart', async () => {
    const dir = makeTree()
    const roots = [rootOf(dir), rootOf(dir)]
    let inside = 0
    let most = 0
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        roots[i % 2]!.exclusive(async () => {
          most = Math.max(most, ++inside)
          await pause(1)
          inside--
        }),
      ),
    )
    expect(most).toBe(1)
  })

  it('lets others in before a long queue of its own is done', async () => {
    const dir = makeTree()
    const [busy, other] = [rootOf(dir), rootOf(dir)]
    const order: string[] = []
    const queue = Array.from({ length: 60 }, (_, i) =>
      busy.exclusive(async () => {
        order.push(`queue ${i}`)
        await pause(8)
      }),
    )
    await queue[0]
    await Promise.all([...queue, other.exclusive(async () => order.push('other'))])
    expect(order).toHaveLength(61)
    expect(order.at(-1)).not.toBe('other')
  })

  it('gives the value and the error of the work, and is free afterwards', async () => {
    const root = rootOf(makeTree())
    await expect(root.exclusive(async () => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
    expect(await root.exclusive(async () => 5)).toBe(5)
  })

  it('says busy, and that trying again makes sense, when its turn does not come in time', async () => {
    const root = rootOf(makeTree())
    const holder = root.exclusive(() => pause(150))
    await expect(root.exclusive(async () => 'late', { timeoutMs: 20 })).rejects.toMatchObject({
      reason: 'busy',
      details: { retry: true },
    })
    await holder
    expect(await root.exclusive(async () => 'in time')).toBe('in time')
  })

  it('stops waiting when its caller has gone, and passes the turn on', async () => {
    const root = rootOf(makeTree())
    const holder = root.exclusive(() => pause(30))
    const caller = new AbortController()
    const waiting = root.exclusive(async () => 'never', { signal: caller.signal })
    const next = root.exclusive(async () => 'next')
    caller.abort(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    await holder
    expect(await next).toBe('next')
  })

  it('fails loudly when a section opens another one on the same lock', async () => {
    const root = rootOf(makeTree())
    await expect(root.exclusive(() => root.exclusive(async () => 1))).rejects.toThrow('must not open another')
    expect(await root.exclusive(() => root.exclusive(async () => 2, { lockPath: 'other/lock.db' }))).toBe(2)
  })

  it('loses none of 40 edits made at once', async () => {
    const dir = makeTree({ 'note.md': '' })
    const root = rootOf(dir)
    const edit = (line: number) =>
      root.exclusive(async () => {
        const { text, hash } = await root.readText(at('note.md'))
        await root.replace(at('note.md'), `${text}${line}\n`, { hash })
      })
    await Promise.all(Array.from({ length: 40 }, (_, line) => edit(line)))
    expect((await root.readText(at('note.md'))).text.trim().split('\n')).toHaveLength(40)
  })
})

describe('the lock file', () => {
  it('is made with its folder and a .gitignore, at the first section and not before', async () => {
    const dir = makeTree({ 'note.md': 'x' })
    const root = rootOf(dir)
    await root.readText(at('note.md'))
    expect(listTree(dir)).toEqual(['note.md'])
    await root.exclusive(async () => {})
    expect(listTree(dir)).toEqual(['.system', '.system/shoko', '.system/shoko/.gitignore', LOCK, 'note.md'])
    expect(fs.readFileSync(path.join(dir, '.system/shoko/.gitignore'), 'utf8')).toBe('*\n')
    const { size, mtimeMs } = fs.statSync(path.join(dir, LOCK))
    await root.exclusive(async () => {})
    expect(fs.statSync(path.join(dir, LOCK))).toMatchObject({ size, mtimeMs })
  })

  it('puts no .gitignore into a folder that was there before', async () => {
    const dir = makeTree({ 'mine/a.md': 'x' })
    await rootOf(dir).exclusive(async () => {}, { lockPath: 'mine/lock.db' })
    expect(listTree(dir)).toEqual(['mine', 'mine/a.md', 'mine/lock.db'])
  })

  it('is not followed when it is a link', async () => {
    const dir = makeTree({ 'root/.system/shoko/': '', 'other.db': '' })
    fs.symlinkSync('../../../elsewhere.db', path.join(dir, 'root', LOCK))
    const root = rootOf(path.join(dir, 'root'))
    let ran = false
    const work = async () => {
      ran = true
    }
    expect(await reasonOf(root.exclusive(work))).toBe('outside_root')
    fs.rmSync(path.join(dir, 'root', LOCK))
    fs.mkdirSync(path.join(dir, 'root', LOCK))
    expect(await reasonOf(root.exclusive(work))).toBe('not_found')
    expect([ran, fs.existsSync(path.join(dir, 'elsewhere.db'))]).toEqual([false, false])
  })

  it('still keeps others out after somebody has deleted it', async () => {
    const dir = makeTree()
    const [first, second] = [rootOf(dir), rootOf(dir)]
    await first.exclusive(async () => {})
    fs.rmSync(path.join(dir, '.system'), { recursive: true })
    await first.exclusive(async () => {
      expect(await reasonOf(second.exclusive(async () => {}, { timeoutMs: 30 }))).toBe('busy')
    })
    expect(fs.existsSync(path.join(dir, LOCK))).toBe(true)
  })

  it('is free again when the look at it fails: the section is refused, and nobody is kept out for ever', async () => {
    const dir = makeTree()
    let looks = 0
    const { root } = recordedRoot(dir, ({ name, args }) =>
      name === 'lstat' && String(args[0]).startsWith(dir) && String(args[0]).endsWith(LOCK) && looks++ === 0
        ? errno('EIO')
        : undefined,
    )
    expect(await reasonOf(root.exclusive(async () => {}))).toBe('disk_error')
    expect(await root.exclusive(async () => 'in')).toBe('in')
    expect(await rootOf(dir).exclusive(async () => 'in', { timeoutMs: 1000 })).toBe('in')
  })

  // Found by the torture suite (fail-each-call): the answer was the bare error of the system.
  it('is refused in words when nobody can tell whether a journal lies beside it', async () => {
    const dir = makeTree()
    const { root } = recordedRoot(dir, ({ name, args }) =>
      name === 'lstat' && String(args[0]).startsWith(dir) && String(args[0]).endsWith('-journal') ? errno('EIO') : undefined,
    )
    expect(await reasonOf(root.exclusive(async () => expect.unreachable()))).toBe('disk_error')
  })

  // Found by the torture suite (model-workspace): opening it just then was an error of the disk.
  it('is waited for when another process has it to itself while it is opened', async () => {
    const dir = makeTree()
    await rootOf(dir).exclusive(async () => {})
    const other = new DatabaseSync(path.join(dir, LOCK))
    other.exec('BEGIN EXCLUSIVE')
    expect(await reasonOf(rootOf(dir).exclusive(async () => {}, { timeoutMs: 30 }))).toBe('busy')
    const waiting = rootOf(dir).exclusive(async () => 'in')
    await pause(20)
    other.exec('COMMIT')
    expect(await waiting).toBe('in')
    other.close()
  })

  it('says what is wrong when the file is no database', async () => {
    const root = rootOf(makeTree({ [LOCK]: 'this is not a database, but it is long enough to be looked at'.repeat(20) }))
    await expect(root.exclusive(async () => {})).rejects.toMatchObject({
      reason: 'disk_error',
      message: expect.stringContaining(LOCK),
    })
  })

  // Found by the torture suite (full-disk): the journal of the lock's first section had no room, and the answer was `internal`.
  it.each([
    [13, 'disk_full'],
    [10, 'disk_error'],
    [522, 'disk_error'],
    [8, 'permission_denied'],
    [14, 'permission_denied'],
  ])('that SQLite cannot take (code %i) is refused as %s, with the path of the lock', (errcode, reason) => {
    const error = lockFailure(parsePath(LOCK), Object.assign(new Error('of SQLite'), { errcode }))
    expect(error).toMatchObject({ reason, message: expect.stringContaining(LOCK) })
  })

  it('is refused in words, and the work not done, on a read-only disk', async () => {
    const { root } = recordedRoot(makeTree(), failing(['mkdir'], 'EROFS'))
    await expect(root.exclusive(async () => expect.unreachable())).rejects.toMatchObject({
      reason: 'permission_denied',
      message: `${LOCK}: the file system is read-only`,
    })
  })

  it('needs a path, given with the root or with the section', async () => {
    const root = openRoot(makeTree())
    await expect(root.exclusive(async () => {})).rejects.toThrow('lockPath')
    await root.exclusive(async () => {}, { lockPath: 'x/lock.db' })
    root.close()
  })

  it('leaves no descriptor open once the root is closed', async () => {
    const dir = makeTree()
    const descriptors = openDescriptors()
    const { root } = recordedRoot(dir)
    await root.exclusive(async () => {})
    root.close()
    expect(openDescriptors()).toBe(descriptors)
    expect(await root.exclusive(async () => 'again')).toBe('again')
  })
})

describe('the version of SQLite', () => {
  examples('%s is recent enough: %s', isRecent, [
    ['3.51.3', true],
    ['3.53.0', true],
    ['4.0.0', true],
    ['3.51.2', false],
    ['3.9.9', false],
    ['2.99.99', false],
  ])
})

describe('exclusive, between processes', PATIENT, () => {
  it('loses none of the increments of four processes', async () => {
    const dir = makeTree({ 'counter.txt': '0' })
    await Promise.all(Array.from({ length: 4 }, () => runChild('count', dir, 100)))
    expect(fs.readFileSync(path.join(dir, 'counter.txt'), 'utf8')).toBe('400')
  })

  it('loses none of the 40 edits of four processes', async () => {
    const dir = makeTree({ 'note.md': '' })
    await Promise.all(Array.from({ length: 4 }, () => runChild('edit', dir, 10)))
    const lines = fs.readFileSync(path.join(dir, 'note.md'), 'utf8').trim().split('\n')
    expect(new Set(lines).size).toBe(40)
  })

  it('is kept out while another process holds the lock, and let in at once when that is killed', async () => {
    const dir = makeTree()
    const root = rootOf(dir)
    const holder = startChild('hold', dir)
    await firstWord(holder)
    expect(await reasonOf(root.exclusive(async () => {}, { timeoutMs: 50 }))).toBe('busy')
    const waiting = root.exclusive(async () => 'in')
    await kill(holder)
    expect(await waiting).toBe('in')
  })

  it('has exactly one winner for every name that four processes create', async () => {
    const dir = makeTree()
    const results = await Promise.all(Array.from({ length: 4 }, () => runChild('race', dir, 100)))
    const winners = results.flatMap((output) => JSON.parse(output) as number[])
    expect(winners.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i))
    expect(listTree(path.join(dir, 'race'))).toHaveLength(100)
  })
})

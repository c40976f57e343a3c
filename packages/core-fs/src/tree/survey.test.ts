import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openRoot } from '../rooted-fs.ts'

const LITTER = '.shoko-0123456789abcdef.tmp'

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'shoko-survey-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

it('sees what killed writers left, in hidden folders too, and leaves repositories alone', async () => {
  const dir = folder()
  for (const place of ['', 'a', '.system/shoko', '.git', 'node_modules/x']) {
    mkdirSync(join(dir, place), { recursive: true })
    writeFileSync(join(dir, place, LITTER), 'half')
  }
  const root = openRoot(dir)
  expect((await root.survey()).temporaryFiles.toSorted()).toEqual([LITTER, `.system/shoko/${LITTER}`, `a/${LITTER}`].toSorted())
})

it('removes litter and says what it removed', async () => {
  const dir = folder()
  writeFileSync(join(dir, LITTER), 'half')
  writeFileSync(join(dir, 'note.md'), 'whole')
  const root = openRoot(dir, { clock: { now: () => Date.now() + 1000 } })
  expect(await root.removeStaleTemporaryFiles()).toEqual([LITTER])
  expect(await root.survey()).toEqual({ temporaryFiles: [], closed: [], unreachable: [], twins: [] })
})

it('names what other systems take for one file', async () => {
  const dir = folder()
  for (const name of ['Note.md', 'note.md', 'caf\u00e9.md', 'cafe\u0301.md', 'other.md']) writeFileSync(join(dir, name), 'x')
  expect((await openRoot(dir).survey()).twins.toSorted()).toEqual(
    [
      ['Note.md', 'note.md'],
      ['cafe\u0301.md', 'caf\u00e9.md'],
    ].toSorted(),
  )
})

it('names files that no call can reach, and passes links and other programs by', async () => {
  const dir = folder()
  writeFileSync(join(dir, 'a\nb.md'), 'x')
  writeFileSync(join(dir, 'end .md '), 'x')
  writeFileSync(Buffer.concat([Buffer.from(`${dir}/`), Buffer.from([0x6e, 0xff, 0x2e, 0x6d, 0x64])]), 'x')
  writeFileSync(join(dir, 'real\ufffd.md'), 'x')
  mkdirSync(join(dir, '.obsidian'))
  writeFileSync(join(dir, '.obsidian/a\nb'), 'x')
  symlinkSync('nowhere', join(dir, 'link'))
  expect((await openRoot(dir).survey()).unreachable.toSorted()).toEqual(['a\\nb.md', 'end .md ', 'n\ufffd.md'])
})

import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, plainCall } from '@shoko/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { VaultContext } from '../src/context.ts'
import { noteIndexPath } from '../src/find/note-index-file.ts'
import { openVault } from '../src/open-vault.ts'
import { findNotes } from '../src/tools/vault-find.ts'
import { vaultUpkeep } from '../src/upkeep.ts'
import { temporaryDirectory } from './vault-tree.ts'

const notes = Object.fromEntries(Array.from({ length: 60 }, (_, note) => [`n${note}.md`, `# N${note}\n\nalpha ${note} seal.\n`]))

function vaultAt(root: string, cachePath: string): VaultContext {
  const vault = openVault({ root, cachePath })
  onTestFinished(() => vault.close())
  return vault
}

interface Places {
  readonly root: string
  readonly cachePath: string
}

async function writtenVault(): Promise<Places> {
  const root = temporaryDirectory()
  for (const [name, text] of Object.entries(notes)) writeFileSync(join(root, name), text)
  // What was written a moment ago is read again in any case.
  await sleep(100)
  return { root, cachePath: temporaryDirectory() }
}

async function pathsFor(vault: VaultContext, query: string): Promise<string[]> {
  return (await findNotes(vault, { query }, plainCall)).passages.map(({ path }) => path)
}

/** How many files the first find reads, by what it tells of its progress. */
async function filesRead(vault: VaultContext, query: string): Promise<number> {
  const told = [0]
  const call: Call = { ...plainCall, report: ({ progress }) => void told.push(progress) }
  await findNotes(vault, { query }, call)
  return Math.max(...told)
}

async function savedOnce({ root, cachePath }: Places): Promise<void> {
  const first = openVault({ root, cachePath })
  await pathsFor(first, 'alpha')
  await first.close()
}

describe('the index of the notes', () => {
  it('is loaded by the next process, which reads no note that is as it was', async () => {
    const at = await writtenVault()
    await savedOnce(at)
    const second = vaultAt(at.root, at.cachePath)
    expect(await filesRead(second, 'alpha 7')).toBe(0)
    expect(second.notes.records.size).toBe(60)
    expect(await pathsFor(second, 'alpha 7')).toContain('n7.md')
  })

  it('answers as one that was just built', async () => {
    const at = await writtenVault()
    await savedOnce(at)
    const [loaded, built] = [vaultAt(at.root, at.cachePath), vaultAt(at.root, temporaryDirectory())]
    for (const query of ['alpha 12 seal', 'N31', 'seal']) {
      const [{ trace_id: _, ...left }, { trace_id: __, ...right }] = [
        await findNotes(loaded, { query }, plainCall),
        await findNotes(built, { query }, plainCall),
      ]
      expect(left).toEqual(right)
    }
  })

  it('takes in what was changed, added and removed between two starts', async () => {
    const at = await writtenVault()
    await savedOnce(at)
    writeFileSync(join(at.root, 'n3.md'), '# N3\n\nThe gasket is blue.\n')
    writeFileSync(join(at.root, 'new.md'), '# New\n\nThe flange is red.\n')
    rmSync(join(at.root, 'n4.md'))
    const second = vaultAt(at.root, at.cachePath)
    expect(await pathsFor(second, 'gasket')).toEqual(['n3.md'])
    expect(await pathsFor(second, 'flange')).toEqual(['new.md'])
    expect([...second.notes.records.keys()]).not.toContain('n4.md')
  })

  it.each(['', 'garbage', 'SHKM of another index'])('is built anew when the file holds %j', async (content) => {
    const at = await writtenVault()
    writeFileSync(join(at.cachePath, noteIndexPath(at.root)), content)
    expect(await pathsFor(vaultAt(at.root, at.cachePath), 'alpha 7')).toContain('n7.md')
  })

  it('is built anew when the file is damaged inside, and shoko check removes such a one', async () => {
    const at = await writtenVault()
    await savedOnce(at)
    const path = join(at.cachePath, noteIndexPath(at.root))
    const bytes = readFileSync(path)
    bytes[bytes.length - 3]! ^= 0xff
    writeFileSync(path, bytes)
    const upkeep = vaultUpkeep(at)
    onTestFinished(() => upkeep.close())
    const findings = await upkeep.check()
    expect(findings.map(({ code }) => code)).toEqual(['index-damaged'])
    await upkeep.repair(findings)
    expect(await upkeep.check()).toEqual([])
    expect(await pathsFor(vaultAt(at.root, at.cachePath), 'alpha 7')).toContain('n7.md')
  })

  it('is a file of its owner alone, and nothing is written into the vault', async () => {
    const at = await writtenVault()
    await savedOnce(at)
    expect(statSync(join(at.cachePath, noteIndexPath(at.root))).mode & 0o777).toBe(0o600)
    expect(readdirSync(at.root).toSorted()).toEqual(Object.keys(notes).toSorted())
  })

  it('is built by one of several that come at once', async () => {
    const at = await writtenVault()
    const three = [1, 2, 3].map(() => vaultAt(at.root, at.cachePath))
    const read = await Promise.all(three.map((vault) => filesRead(vault, 'alpha 7')))
    expect(three.map((vault) => vault.notes.records.size)).toEqual([60, 60, 60])
    expect(read.filter((files) => files >= 60)).toHaveLength(1)
  })

  it('is put away at rest, and loaded by the next question', async () => {
    const at = await writtenVault()
    const vault = vaultAt(at.root, at.cachePath)
    await pathsFor(vault, 'alpha')
    await vault.notes.rest(() => true)
    expect(vault.notes.records.size).toBe(0)
    expect(await pathsFor(vault, 'alpha 7')).toContain('n7.md')
  })

  it('lives in memory where there is no cache', async () => {
    const { root } = await writtenVault()
    const vault = openVault({ root })
    onTestFinished(() => vault.close())
    await vault.notes.rest(() => true)
    expect(await pathsFor(vault, 'alpha 7')).toContain('n7.md')
  })
})

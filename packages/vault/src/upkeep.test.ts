import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { holdSection } from '@shoko/testkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryDirectory, vaultWith } from '../test/vault-tree.ts'
import { vaultUpkeep } from './upkeep.ts'

const LITTER = '.shoko-0123456789abcdef.tmp'

describe('shoko check for a vault', () => {
  it('removes what killed writers left, but not while somebody writes', async () => {
    const vault = vaultWith({ 'note.md': 'text' })
    const upkeep = vaultUpkeep({ root: vault.path, cachePath: temporaryDirectory() })
    onTestFinished(() => upkeep.close())
    const writer = await holdSection(vault.context.root)
    writeFileSync(vault.at(LITTER), 'half')
    const longAgo = new Date(Date.now() - 3_600_000)
    utimesSync(vault.at(LITTER), longAgo, longAgo)
    const findings = await upkeep.check()
    expect(findings.map(({ code }) => code)).toEqual(['litter'])
    const repaired = upkeep.repair(findings)
    await sleep(50)
    expect(existsSync(vault.at(LITTER))).toBe(true)
    await Promise.all([writer.release(), repaired])
    expect(existsSync(vault.at(LITTER))).toBe(false)
    expect(await upkeep.check()).toEqual([])
  })
})

import { resolve } from 'node:path'
import { runProgram } from '@shoko/testkit'
import { describe, expect, it } from 'vitest'

const script = resolve(import.meta.dirname, '../../../scripts/conformance.ts')

describe('the official conformance suite', () => {
  it.each(['2025-11-25', '2026-07-28'])(
    'has nothing to say about %s that is not expected',
    { timeout: 120_000 },
    async (revision) => {
      const { code, stdout, stderr } = await runProgram(script, { args: [revision] })
      expect(`${code}`, stdout.split('=== SUMMARY ===').at(-1) + stderr).toBe('0')
    },
  )
})

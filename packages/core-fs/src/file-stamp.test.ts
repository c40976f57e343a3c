import { describe, expect, it } from 'vitest'
import type { FileInfo } from './file-info.ts'
import { isCurrent, stampOf } from './file-stamp.ts'

const WRITTEN = 1_800_000_000_123.5
const file: FileInfo = { kind: 'file', size: 10, mtimeMs: WRITTEN, ctimeMs: WRITTEN, ino: 7, mode: 0o644 }

describe('a stamp', () => {
  it('knows a file again that nobody has touched', () => {
    expect(isCurrent(stampOf(file, WRITTEN + 60), file)).toBe(true)
  })

  it.each([
    ['size', 11],
    ['mtimeMs', WRITTEN + 1],
    ['ctimeMs', WRITTEN + 1],
    ['ino', 8],
  ] as const)('notices another %s', (key, value) => {
    expect(isCurrent(stampOf(file, WRITTEN + 60), { ...file, [key]: value })).toBe(false)
  })

  it('does not trust a file that was written within a tick of the clock', () => {
    expect(isCurrent(stampOf(file, WRITTEN + 40), file)).toBe(false)
  })

  it('does not trust a file from the future: its times say nothing', () => {
    expect(isCurrent(stampOf(file, WRITTEN - 60_000), file)).toBe(false)
  })

  it('waits for the tick of file systems that keep whole seconds', () => {
    const whole = { ...file, mtimeMs: 1_800_000_000_000, ctimeMs: 1_800_000_000_000 }
    expect(isCurrent(stampOf(whole, whole.mtimeMs + 1900), whole)).toBe(false)
    expect(isCurrent(stampOf(whole, whole.mtimeMs + 2100), whole)).toBe(true)
  })

  it('survives being saved as JSON', () => {
    expect(isCurrent(JSON.parse(JSON.stringify(stampOf(file, WRITTEN + 60))), file)).toBe(true)
  })
})

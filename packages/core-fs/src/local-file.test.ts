import { symlinkSync } from 'node:fs'
import { temporaryTree } from '@shoko/testkit'
import { describe, expect, it } from 'vitest'
import { readLocalFile, realPathOf } from './local-file.ts'

describe('readLocalFile', () => {
  it('reads a file through links', () => {
    const tree = temporaryTree({ 'real.toml': 'x = 1' })
    symlinkSync('real.toml', tree.at('link.toml'))
    expect(readLocalFile(tree.at('link.toml'))).toBe('x = 1')
  })

  it('gives undefined for what is not there, or no file', () => {
    const tree = temporaryTree({ 'a/b': '' })
    expect([readLocalFile(tree.at('none')), readLocalFile(tree.at('a')), readLocalFile(tree.at('a/b/c'))]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('realPathOf', () => {
  it('follows links, also where the end does not exist yet', () => {
    const tree = temporaryTree({ 'real/x': '' })
    symlinkSync('real', tree.at('link'))
    const real = realPathOf(tree.at('real'))
    expect(realPathOf(tree.at('link/new/deep'))).toBe(`${real}/new/deep`)
  })
})

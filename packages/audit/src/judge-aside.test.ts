import { describe, expect, it } from 'vitest'
import { type AuditJob, judgeArtifact } from './judge-artifact.ts'
import { judgeAside } from './judge-aside.ts'

const LARGE = 200 * 1024

function fill(bytes: number, lineAt: (index: number) => string): string {
  const lines: string[] = []
  for (let length = 0; length < bytes; length += lines.at(-1)!.length + 1) lines.push(lineAt(lines.length))
  return lines.join('\n')
}

function job(path: string, text: string): AuditJob {
  return {
    artifact: { path, text },
    source: { path: 'src.md', text: fill(LARGE, (at) => `line ${at}`), hash: 'a'.repeat(64) },
    input: { artifact_path: path, source_path: 'src.md', include_nodes: true },
    settings: { coverageMinRatio: 0.9, marginalGainMin: 0.02, hardMaxChars: 20_000 },
  }
}

/** Turns of the event loop while work runs: none, if it never lets go. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  try {
    await work()
    return turns
  } finally {
    clearInterval(timer)
  }
}

describe('a large artifact', () => {
  it.each([
    ['a.md', (at: number) => `# heading ${at} source_lines: ${at + 1}`],
    ['a.mmd', (at: number) => (at === 0 ? 'flowchart TD' : `n${at}[step ${at}] --> n${at + 1}`)],
    ['a.csv', (at: number) => (at === 0 ? 'step_id,next,source_lines' : `s${at},s${at + 1},${at}`)],
  ])('is judged as a small one is, and others have their turn meanwhile: %s', async (path, lineAt) => {
    const large = job(path, fill(LARGE, lineAt))
    const expected = judgeArtifact(large)
    let answer: unknown
    const turns = await turnsDuring(async () => {
      answer = await judgeAside(large)
    })
    expect(answer).toEqual(expected)
    expect(turns).toBeGreaterThan(20)
  })
})

it('judges a small artifact at once', async () => {
  const small = { ...job('a.md', '# one\n'), source: { path: 'src.md', text: 'one\n', hash: 'a'.repeat(64) } }
  let turned = false
  setImmediate(() => {
    turned = true
  })
  expect(await judgeAside(small)).toEqual(judgeArtifact(small))
  expect(turned).toBe(false)
})

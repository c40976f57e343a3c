import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoWorkspace, startHttp } from '@shoko/testkit'
import { expect, it, onTestFinished } from 'vitest'

/** Enough text for the first build to be seen from outside. */
function addLongManual(workspace: string): void {
  const folder = join(workspace, 'manuals', 'long')
  mkdirSync(folder, { recursive: true })
  const section = (at: number) => `## Section ${at}\n\n${'The pump must be checked before the valve is opened. '.repeat(12)}\n`
  const text = Array.from({ length: 200 }, (_, at) => section(at)).join('\n')
  for (let file = 0; file < 25; file++) writeFileSync(join(folder, `part-${file}.md`), `# Part ${file}\n\n${text}`)
}

it('builds the indexes at the start, says so meanwhile, and counts them afterwards', async () => {
  const workspace = demoWorkspace()
  addLongManual(workspace.path)
  const server = await startHttp(workspace.env)
  onTestFinished(async () => {
    await server.stop()
    workspace.remove()
  })
  const seen: unknown[] = []
  for (;;) {
    const answer = await fetch(`${server.origin}/readyz`)
    seen.push(await answer.json())
    if (answer.status === 200 && seen.length > 1) break
    await sleep(10)
  }
  expect(seen).toContainEqual({ status: 'indexing', building: ['manual'] })
  expect(seen.at(-1)).toEqual({ status: 'ready' })
  for (;;) {
    const page = await (await fetch(`${server.origin}/metrics`)).text()
    const entries = (index: string) => Number(new RegExp(`index="${index}"} (\\d+)`).exec(page)?.[1] ?? 0)
    if (entries('manual') > 5000 && entries('vibe') > 0) break
    await sleep(20)
  }
})

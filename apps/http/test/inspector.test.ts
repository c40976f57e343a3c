import { type DemoWorkspace, demoWorkspace, type HttpProcess, type InspectTarget, inspect, startHttp } from '@shoko/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let workspace: DemoWorkspace
let server: HttpProcess
beforeAll(async () => {
  workspace = demoWorkspace()
  server = await startHttp(workspace.env)
})
afterAll(async () => {
  await server.stop()
  workspace.remove()
})

const targets: readonly [string, () => InspectTarget][] = [
  ['stdio', () => ({ transport: 'stdio', env: workspace.env })],
  ['http, old era', () => ({ transport: 'http', url: server.url, era: 'legacy' })],
  ['http, new era', () => ({ transport: 'http', url: server.url, era: 'modern' })],
]

describe.each(targets)("the Inspector's command line over %s", (_name, target) => {
  const read = (path: string) => inspect(target(), { method: 'tools/call', tool: 'vault_read', args: { path, full: true } })

  it('lists the tools', async () => {
    const { code, json, stderr } = await inspect(target(), { method: 'tools/list' })
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.stringify(json)).toContain('"vault_find"')
  })

  it('calls a tool', async () => {
    const { code, json } = await read('README.md')
    expect(code).toBe(0)
    expect(JSON.stringify(json)).toContain('"truncated_reason"')
  })

  it('shows a failed call with exit code 5', async () => {
    const { code, stdout } = await read('nowhere.md')
    expect(code).toBe(5)
    expect(stdout).toContain('not_found')
  })
})

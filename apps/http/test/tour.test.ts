import { clientKinds, type DemoWorkspace, demoWorkspace, describeTour, type HttpProcess, startHttp } from '@shoko/testkit'
import { afterAll } from 'vitest'

const token = 'a-token-of-more-than-thirty-two-characters'
const started: { readonly workspace: DemoWorkspace; readonly server: HttpProcess }[] = []
afterAll(async () => {
  for (const { workspace, server } of started) {
    await server.stop()
    workspace.remove()
  }
})

for (const kind of clientKinds) {
  describeTour(`http, client ${kind}`, kind, async () => {
    const workspace = demoWorkspace()
    const server = await startHttp({ ...workspace.env, SHOKO_AUTH_TOKEN: token })
    started.push({ workspace, server })
    return { transport: 'http', url: server.url, token }
  })
}

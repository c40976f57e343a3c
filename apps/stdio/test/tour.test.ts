import { clientKinds, type DemoWorkspace, demoWorkspace, describeTour } from '@shoko/testkit'
import { afterAll } from 'vitest'

const workspaces: DemoWorkspace[] = []
afterAll(() => {
  for (const workspace of workspaces) workspace.remove()
})

for (const kind of clientKinds) {
  describeTour(`stdio, client ${kind}`, kind, async () => {
    const workspace = demoWorkspace()
    workspaces.push(workspace)
    return { transport: 'stdio', env: workspace.env }
  })
}

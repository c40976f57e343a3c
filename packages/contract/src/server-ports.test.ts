import { describeSessionStore, describeSharedHandles } from './server-ports.suite.ts'
import { createSessionStore, createSharedHandles } from './server-ports.ts'

describeSessionStore('sessions in this process', async () => createSessionStore())

describeSharedHandles('handles in this process', async () => {
  let now = 0
  const pass = (seconds: number) => {
    now += seconds * 1000
  }
  return { handles: createSharedHandles({ now: () => now }), pass }
})

import { temporaryTree } from '@shoko/testkit'
import { onTestFinished } from 'vitest'
import { openRoot } from '../rooted-fs.ts'
import { describeSections } from './sections.suite.ts'

describeSections('one folder', async () => {
  const { path } = temporaryTree()
  const open = () => {
    const root = openRoot(path, { lockPath: 'lock.db' })
    onTestFinished(() => root.close())
    return root
  }
  return [open(), open()]
})

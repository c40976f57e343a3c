import { plainCall } from '@shoko/contract'
import { parsePath } from '@shoko/core-fs'
import { describe, expect, it } from 'vitest'
import { openWorkspace, type TestWorkspace } from '../../test/workspace.ts'
import { addressOfPath } from '../workspace/layout.ts'
import type { DocumentIndex } from './document-index.ts'

const TREE = {
  'p/tasks/001-a.md': '# Task: Alpha\n\nStatus: done\n\nneedle in hay\n',
  'p/plans/b.md': '# Beta\n\n## Decisions\n\nneedle and thread\n',
  'q/status.md': '# Gamma\n\nstill water\n',
}

/** What every index of documents keeps to, whatever it is made of. */
export function describeDocumentIndex(name: string, open: (workspace: TestWorkspace) => DocumentIndex): void {
  const opened = () => {
    const workspace = openWorkspace(TREE)
    return { workspace, index: open(workspace) }
  }
  const pathsOf = async (index: DocumentIndex, query: string, project?: string) => {
    const request = { query: index.parse(query), ...(project === undefined ? {} : { project }), offset: 0, limit: 10 }
    return (await index.search(request, plainCall)).hits.map(({ project, inProject }) => `${project}/${inProject}`).sort()
  }

  describe(name, () => {
    it('finds what the files hold, within a project when asked', async () => {
      const { index } = opened()
      expect(await pathsOf(index, 'needle')).toEqual(['p/plans/b.md', 'p/tasks/001-a.md'])
      expect(await pathsOf(index, 'water', 'p')).toEqual([])
      expect(await pathsOf(index, 'water', 'q')).toEqual(['q/status.md'])
    })

    it('lists documents and sections by what is asked', async () => {
      const { index } = opened()
      const tasks = await index.documents({ folder: 'tasks' }, plainCall)
      expect(tasks.map(({ project, inProject, status }) => [project, inProject, status])).toEqual([
        ['p', 'tasks/001-a.md', 'done'],
      ])
      const sections = await index.sections({ project: 'p', wanted: (heading) => heading.endsWith('Decisions') }, plainCall)
      expect(sections.map(({ body }) => body.includes('thread'))).toEqual([true])
    })

    it('gives passages with their places', async () => {
      const { index } = opened()
      const { passages } = await index.passages({ query: index.parse('thread'), maxPassages: 3, maxChars: 600 }, plainCall)
      expect(passages[0]?.text).toContain('needle and thread')
    })

    it('knows a file that was just written, and one that somebody else wrote after a reindex', async () => {
      const { index, workspace } = opened()
      expect(await pathsOf(index, 'delta')).toEqual([])
      workspace.write('p/scratch/x.md', 'delta\n')
      expect(await index.indexWritten(addressOfPath(parsePath('p/scratch/x.md'))!)).toEqual({ indexed: true })
      workspace.write('q/scratch/y.md', 'delta\n')
      const { stats } = await index.reindex({ full: false }, plainCall)
      expect(stats.scanned).toBe(5)
      expect(await pathsOf(index, 'delta')).toEqual(['p/scratch/x.md', 'q/scratch/y.md'])
    })

    it('refuses to index what is no document, and says why', async () => {
      const { index, workspace } = opened()
      workspace.write('p/assets/x.png', 'x')
      const answer = await index.indexWritten({
        ...addressOfPath(parsePath('p/scratch/x.md'))!,
        path: parsePath('p/assets/x.png'),
      })
      expect(answer).toEqual({ indexed: false, warning: 'only .md files are searchable' })
    })

    it('has no warnings while nothing is wrong', async () => {
      const { index } = opened()
      await pathsOf(index, 'needle')
      expect(index.warnings()).toEqual([])
    })
  })
}

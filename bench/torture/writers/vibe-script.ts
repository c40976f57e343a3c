import type { Random } from '../random.ts'
import { certain, type Fact, fileFact, type Script, type Step } from './step.ts'

const STATUSES = ['pending', 'in-progress', 'done', 'blocked']

/** Every way to write in a project. */
export function* vibeScript(random: Random, mark: string): Script {
  const tasks: string[] = []
  const documents: string[] = []
  for (let n = 0; ; n++) {
    const text = `${mark}-${n} end`
    const kind = random.below(7)
    if (tasks.length === 0 || (kind === 0 && tasks.length < 50)) {
      const { task } = yield createTask(text)
      tasks.push((task as { path: string }).path) // the output schema of create_task
    } else if (kind === 1) yield setStatus(random.pick(tasks), random.pick(STATUSES))
    else if (kind === 2 && documents.length < 50) {
      const filename = `${mark}-${n}.md`
      documents.push(filename)
      yield writeDocument('create_doc', filename, `# ${text}\n\n${filling(random)}end\n`)
    } else if (kind === 3 && documents.length > 0) {
      yield writeDocument('update_doc', random.pick(documents), `# ${text}\n\n${filling(random)}end\n`)
    } else if (kind === 4) {
      const content = `# ${text}\n\n${filling(random)}end\n`
      yield certain('create_plan', { project: 'p', filename: `${mark}.md`, content }, [
        fileFact(`vibe/p/plans/${mark}.md`, content),
      ])
    } else yield logSession(text)
  }
}

function createTask(text: string): Step {
  return {
    tool: 'create_task',
    args: { project: 'p', title: text, objective: text, steps: ['one'], acceptance_criteria: ['two'], notes: 'end' },
    after: ({ task }) => {
      const { path } = task as { path: string } // the output schema of create_task
      return [{ kind: 'line', path: `vibe/${path}`, slot: 'title', line: `# Task: ${text}` }, statusFact(path, 'pending')]
    },
  }
}

function setStatus(path: string, status: string): Step {
  return certain('update_task_status', { project: 'p', task: path.split('/').at(-1), status }, [statusFact(path, status)])
}

function statusFact(path: string, status: string): Fact {
  return { kind: 'line', path: `vibe/${path}`, slot: 'status', line: `Status: ${status}\n` }
}

function writeDocument(tool: string, filename: string, content: string): Step {
  return certain(tool, { project: 'p', folder: 'references', filename, content }, [
    fileFact(`vibe/p/references/${filename}`, content),
  ])
}

function logSession(text: string): Step {
  return {
    tool: 'log_session',
    args: { project: 'p', content: text },
    after: ({ session }) => {
      const { path } = session as { path: string } // the output schema of log_session
      return [{ kind: 'line', path: `vibe/${path}`, slot: text, line: `${text}\n` }]
    },
  }
}

function filling(random: Random): string {
  return 'words of a document\n'.repeat(random.below(8) === 0 ? 4_000 : random.below(40))
}

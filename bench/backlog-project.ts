import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const BACKLOG_VERSION = '1.52.0'

export interface BacklogProject {
  /** To be removed afterwards. */
  readonly folder: string
  readonly program: string
  readonly project: string
  /** Where its tasks lie, as Markdown. */
  readonly tasks: string
}

/** Backlog.md in a temporary folder, with the settings that suit it best: no remotes, no look at other branches. */
export function makeBacklogProject(): BacklogProject {
  const folder = mkdtempSync(join(tmpdir(), 'backlog-peer-'))
  execFileSync('npm', ['install', '--silent', '--prefix', folder, `backlog.md@${BACKLOG_VERSION}`], { stdio: 'ignore' })
  const program = join(folder, 'node_modules/.bin/backlog')
  const project = join(folder, 'project')
  mkdirSync(project)
  execFileSync('git', ['init', '--quiet', project])
  execFileSync(program, ['init', 'Bench', '--defaults'], { cwd: project, stdio: 'ignore' })
  const settings = join(project, 'backlog/config.yml')
  const quick = readFileSync(settings, 'utf8').replace(/(remote_operations|check_active_branches): true/g, '$1: false')
  writeFileSync(settings, quick)
  return { folder, program, project, tasks: join(project, 'backlog/tasks') }
}

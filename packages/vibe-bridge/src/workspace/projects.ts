import { DomainError } from '@shoko/contract'
import { parseDirectory, type Root } from '@shoko/core-fs'
import { didYouMean } from '@shoko/search'
import type { VibeReason } from '../reasons.ts'
import { parseProject } from './layout.ts'

/** Plain, visible directories below VIBE_ROOT. A root that does not exist has none. */
export async function listProjects(root: Root): Promise<readonly string[]> {
  const info = await root.find(parseDirectory(''))
  if (info === undefined) return []
  const entries = await root.list(parseDirectory(''))
  return entries.filter(({ name, kind }) => kind === 'dir' && !name.startsWith('.')).map(({ name }) => name)
}

/** So many names fit into a message. */
const MAX_NAMED = 10

/** The project's name, if it exists; else the error names those that do, so that a slip does not make a second project. */
export async function requireProject(root: Root, project: string): Promise<string> {
  const name = parseProject(project)
  const info = await root.find(parseDirectory(name))
  if (info?.kind === 'dir') return name
  throw projectNotFound(name, await listProjects(root))
}

function projectNotFound(name: string, projects: readonly string[]): DomainError<VibeReason> {
  const near = didYouMean(projects, name)
  const meant = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`
  const more = projects.length > MAX_NAMED ? `, and ${projects.length - MAX_NAMED} more` : ''
  const known = projects.length === 0 ? '' : `projects: ${projects.slice(0, MAX_NAMED).join(', ')}${more}; `
  const message = `Project '${name}' not found${meant} (${known}a new one: shoko vibe init ${name})`
  return new DomainError('project_not_found', message, {
    details: { project: name, ...(near.length === 0 ? {} : { did_you_mean: near }) },
  })
}

import { DomainError } from '@shoko/contract'
import { parseDirectory, type Root } from '@shoko/core-fs'
import type { VibeReason } from '../reasons.ts'
import { parseProject } from './layout.ts'

/** Plain, visible directories below VIBE_ROOT. A root that does not exist has none. */
export async function listProjects(root: Root): Promise<readonly string[]> {
  const info = await root.find(parseDirectory(''))
  if (info === undefined) return []
  const entries = await root.list(parseDirectory(''))
  return entries.filter(({ name, kind }) => kind === 'dir' && !name.startsWith('.')).map(({ name }) => name)
}

/** The project's name, if it exists. */
export async function requireProject(root: Root, project: string): Promise<string> {
  const name = parseProject(project)
  const info = await root.find(parseDirectory(name))
  if (info?.kind === 'dir') return name
  const message = `Project '${name}' not found; create it with: shoko vibe init ${name}`
  throw new DomainError<VibeReason>('project_not_found', message, { details: { project: name } })
}

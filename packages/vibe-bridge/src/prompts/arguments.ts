import { type CompletionRequest, DomainError } from '@shoko/contract'
import type { VibeContext } from '../context.ts'
import type { VibeReason } from '../reasons.ts'
import { listProjects } from '../workspace/projects.ts'
import { taskFiles } from '../workspace/task-files.ts'

const MAX_COMPLETIONS = 100

export function requireArgument(args: Readonly<Record<string, string>>, name: string): string {
  const value = args[name]
  if (value !== undefined && value.trim() !== '') return value
  throw new DomainError<VibeReason>('invalid_argument', `missing argument: ${name}`, { details: { key: name } })
}

/** Values that begin with what was typed, in any case. */
export function beginningWith(values: readonly string[], typed: string): readonly string[] {
  const start = typed.toLowerCase()
  return values.filter((value) => value.toLowerCase().startsWith(start)).slice(0, MAX_COMPLETIONS)
}

export async function completeProject(ctx: VibeContext, { argument, value }: CompletionRequest): Promise<readonly string[]> {
  return argument === 'project' ? beginningWith(await listProjects(ctx.root), value) : []
}

/** Tasks of the project that was chosen, by their file names without extension. */
export async function completeFocus(ctx: VibeContext, request: CompletionRequest): Promise<readonly string[]> {
  const project = request.known.project
  if (request.argument !== 'focus') return completeProject(ctx, request)
  if (project === undefined || !(await listProjects(ctx.root)).includes(project)) return []
  const names = (await taskFiles(ctx.root, project)).map(({ filename }) => filename.replace(/\.md$/i, ''))
  return beginningWith(names, request.value)
}

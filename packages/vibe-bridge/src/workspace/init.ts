import { DomainError } from '@shoko/contract'
import { joinPath, parseDirectory } from '@shoko/core-fs'
import type { VibeContext } from '../context.ts'
import type { VibeReason } from '../reasons.ts'
import { FOLDERS, parseProject } from './layout.ts'

export interface InitOutcome {
  readonly project: string
  /** Paths below VIBE_ROOT that were not there before. */
  readonly created: readonly string[]
}

/** Makes a project: its folders and a first status.md. What is there already stays as it is. */
export async function initProject(ctx: VibeContext, name: string): Promise<InitOutcome> {
  if (ctx.readOnly) throw new DomainError<VibeReason>('read_only', 'this workspace is read-only')
  const project = parseProject(name)
  const dir = parseDirectory(project)
  const created: string[] = []
  await ctx.root.ensureDirectory(parseDirectory(''))
  for (const folder of FOLDERS) {
    const path = joinPath(dir, folder)
    if ((await ctx.root.find(path)) !== undefined) continue
    await ctx.root.ensureDirectory(path)
    created.push(path)
  }
  const status = joinPath(dir, 'status.md')
  if ((await ctx.root.find(status)) === undefined) {
    await ctx.root.create(status, firstStatus(project))
    created.push(status)
  }
  return { project, created }
}

function firstStatus(project: string): string {
  return `# ${project}\n\n## Current Status\n\nJust begun.\n\n## Next Steps\n\n## Decisions\n`
}

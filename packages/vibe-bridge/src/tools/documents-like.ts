import type { Call } from '@shoko/contract'
import { didYouMean } from '@shoko/search'
import type { VibeContext } from '../context.ts'
import type { DocumentName } from '../workspace/layout.ts'
import { listProjects } from '../workspace/projects.ts'

/** Documents of this project whose place is written much like one that is not there. */
export async function documentsLike(
  ctx: VibeContext,
  { project, folder, filename }: DocumentName,
  call: Call,
): Promise<readonly string[]> {
  // A project that is not there names others by itself.
  if (!(await listProjects(ctx.root)).includes(project.trim())) return []
  const documents = await ctx.index.documents({ project: project.trim() }, call)
  const paths = documents.map(({ inProject }) => inProject)
  return didYouMean(paths, folder === '' ? filename : `${folder}/${filename}`)
}

import { type Call, proposing } from '@shoko/contract'
import { didYouMean } from '@shoko/search'
import type { VibeContext } from '../context.ts'
import type { DocumentName } from '../workspace/layout.ts'
import { listProjects } from '../workspace/projects.ts'

/** What the work gives, or a refusal that names documents whose place is written much like the one that is not there. */
export function orDocumentsLike<Output>(
  ctx: VibeContext,
  { call, name }: { readonly call: Call; readonly name: () => DocumentName },
  work: () => Promise<Output>,
): Promise<Output> {
  return proposing(work, () => documentsLike(ctx, name(), call))
}

async function documentsLike(
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

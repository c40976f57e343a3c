import { DomainError } from '@shoko/contract'
import { isOutOfMemory, runInThread, type TextFile } from '@shoko/core-fs'
import { LARGE_BYTES, THREAD_MEMORY_MB } from '../index/large-files.ts'
import type { VibeReason } from '../reasons.ts'
import type { DocumentAddress } from '../workspace/layout.ts'
import { type DocumentViews, documentViews, type ViewedFile, viewedFile } from './document-views.ts'

type ViewName = keyof DocumentViews
type View = (file: ViewedFile, ...more: readonly string[]) => unknown

export interface ViewJob {
  readonly name: ViewName
  readonly file: ViewedFile
  readonly more: readonly string[]
}

/** One at a time, so that many large documents do not take all the memory there is. */
let last: Promise<unknown> = Promise.resolve()

/** Takes a document apart and gives what was asked for; a large one in a thread, because nothing else is answered meanwhile. */
export async function viewDocument<Name extends ViewName>(
  name: Name,
  source: { readonly address: DocumentAddress; readonly file: TextFile },
  ...more: readonly string[]
): Promise<ReturnType<DocumentViews[Name]>> {
  const job: ViewJob = { name, file: viewedFile(source.address, source.file), more }
  return (await (source.file.info.size <= LARGE_BYTES ? runView(job) : viewAside(job))) as ReturnType<DocumentViews[Name]> // the named view's
}

export function runView({ name, file, more }: ViewJob): unknown {
  return (documentViews[name] as View)(file, ...more)
}

function viewAside(job: ViewJob): Promise<unknown> {
  const turn = last.then(() => runInThread({ name: 'view-worker', from: import.meta.url, data: job, memoryMb: THREAD_MEMORY_MB }))
  last = turn.catch(() => {})
  return turn.catch((error: unknown) => {
    if (!isOutOfMemory(error)) throw error
    const message = `File '${job.file.address.inProject}' is too large to be taken apart`
    throw new DomainError<VibeReason>('not_text', message)
  })
}

import { runInThread } from '@shoko/core-fs'
import { type AuditJob, judgeArtifact } from './judge-artifact.ts'
import type { ArtifactAuditOutput } from './tools/artifact-audit.ts'

/** Up to here an audit takes less time than a thread needs to start. */
const SMALL_CHARS = 64 * 1024

/** One at a time, so that many large audits do not take all the memory there is. */
let last: Promise<unknown> = Promise.resolve()

/** Judges large texts in a thread, because nothing else is answered while one is read. */
export async function judgeAside(job: AuditJob): Promise<ArtifactAuditOutput> {
  if (job.artifact.text.length + job.source.text.length <= SMALL_CHARS) return judgeArtifact(job)
  const turn = last.then(() => runInThread({ name: 'audit-worker', from: import.meta.url, data: job }))
  last = turn.catch(() => {})
  return (await turn) as ArtifactAuditOutput // what judgeArtifact gives, from the thread's side
}

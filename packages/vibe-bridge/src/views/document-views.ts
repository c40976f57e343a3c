import type { TextFile } from '@shoko/core-fs'
import { digest, shorten } from '../prompts/bullets.ts'
import { readDocument } from '../workspace/document.ts'
import type { DocumentAddress } from '../workspace/layout.ts'
import type { Metadata } from '../workspace/metadata.ts'
import { findSection, headingKey } from '../workspace/outline.ts'
import { CURRENT_STATUS, type PlanCounts, planCounts, planOverview } from '../workspace/plan-file.ts'
import { openSteps, readContext, stepsOf } from '../workspace/task-file.ts'
import { type StatusEdit, setStatus } from '../workspace/task-status.ts'

/** A file of which something is asked; plain data, because it may have to go to a thread. */
export interface ViewedFile {
  readonly address: DocumentAddress
  readonly text: string
  readonly mtimeMs: number
}

export interface PlanView {
  readonly metadata: Metadata
  readonly overview: string | null
  readonly counts: PlanCounts | undefined
}

/** What a focused task says beyond its row in the index. */
export interface TaskView {
  readonly steps: string | undefined
  readonly nextStep: string | undefined
  readonly relatedFiles: readonly string[]
  readonly dependencies: readonly string[]
}

const STATUS_CHARS = 600

/** Everything that is asked of a document as it is on disk, each as a function of its text alone. */
export const documentViews = {
  metadata: (file: ViewedFile): Metadata => take(file).metadata,
  plan(file: ViewedFile): PlanView {
    const { metadata, outline } = take(file)
    return { metadata, overview: planOverview(outline), counts: planCounts(outline) }
  },
  currentStatus(file: ViewedFile): string | null {
    const text = findSection(take(file).outline, ({ text: heading }) => CURRENT_STATUS.has(headingKey(heading)))
    return text ? shorten(text, STATUS_CHARS) : null
  },
  digest: (file: ViewedFile): readonly string[] => digest(take(file).outline),
  task(file: ViewedFile): TaskView {
    const { outline } = take(file)
    return { steps: stepsOf(outline), nextStep: openSteps(outline)[0], ...readContext(outline) }
  },
  withStatus: (file: ViewedFile, status: string): StatusEdit => setStatus(file.text, status),
}

export type DocumentViews = typeof documentViews

export function viewedFile(address: DocumentAddress, { text, info }: TextFile): ViewedFile {
  return { address, text, mtimeMs: info.mtimeMs }
}

function take({ address, text, mtimeMs }: ViewedFile) {
  return readDocument(address, { text, mtimeMs })
}

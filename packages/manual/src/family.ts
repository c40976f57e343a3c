import type { Family } from '@shoko/contract'
import type { ManualContext } from './context.ts'
import type { ManualReason } from './reasons.ts'
import { manualResources } from './resources/manual-resources.ts'
import { manualFind } from './tools/manual-find.ts'
import { manualHits } from './tools/manual-hits.ts'
import { manualLs } from './tools/manual-ls.ts'
import { manualRead } from './tools/manual-read.ts'
import { manualScan } from './tools/manual-scan.ts'
import { manualToc } from './tools/manual-toc.ts'

export const manualFamily: Family<ManualContext, ManualReason> = {
  name: 'manual',
  tools: [manualLs, manualToc, manualFind, manualHits, manualRead, manualScan],
  resources: manualResources,
}

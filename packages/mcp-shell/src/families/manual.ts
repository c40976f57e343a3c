import { join } from 'node:path'
import { plainCall } from '@shoko/contract'
import { answerFromManuals, type ManualContext, type ManualReason, manualFamily, openManuals } from '@shoko/manual'
import { type BodyCode, bodyDialect } from '../dialects/body.ts'
import { sharedBodyCodes } from '../dialects/shared-codes.ts'
import type { FamilyBinding } from './bind.ts'

export const manualBinding: FamilyBinding<ManualContext, ManualReason, BodyCode> = {
  family: manualFamily,
  dialect: bodyDialect,
  codes: { ...sharedBodyCodes, invalid_scope: 'invalid_scope', file_scope_forbidden: 'forbidden', hidden_path: 'forbidden' },
  open: ({ config, cacheDir, indexes, ...ports }) =>
    openManuals({
      ...ports,
      root: config.MANUALS_ROOT,
      named: config.MANUALS,
      cachePath: join(cacheDir, 'manuals'),
      onIndex: (state) => indexes.report({ name: 'manual', ...state }),
      settings: {
        ...(config.DEFAULT_MANUAL_ID === null ? {} : { defaultManualId: config.DEFAULT_MANUAL_ID }),
        sparseQueryCoverageWeight: config.SPARSE_QUERY_COVERAGE_WEIGHT,
        lateRerankEnabled: config.LATE_RERANK_ENABLED,
        lateRerankTopN: config.LATE_RERANK_TOP_N,
        lateRerankWeight: config.LATE_RERANK_WEIGHT,
        correctiveEnabled: config.CORRECTIVE_ENABLED,
        correctiveCoverageMin: config.CORRECTIVE_COVERAGE_MIN,
        correctiveMarginMin: config.CORRECTIVE_MARGIN_MIN,
        correctiveMinCandidates: config.CORRECTIVE_MIN_CANDIDATES,
        correctiveOnConflict: config.CORRECTIVE_ON_CONFLICT,
        semCacheEnabled: config.SEM_CACHE_ENABLED,
        semCacheTtlSec: config.SEM_CACHE_TTL_SEC,
        semCacheMaxKeep: config.SEM_CACHE_MAX_KEEP,
        semCacheSimThreshold: config.SEM_CACHE_SIM_THRESHOLD,
        semCacheMaxSummaryGap: config.SEM_CACHE_MAX_SUMMARY_GAP,
        semCacheMaxSummaryConflict: config.SEM_CACHE_MAX_SUMMARY_CONFLICT,
        hardMaxChars: config.HARD_MAX_CHARS,
        traceMaxKeep: config.TRACE_MAX_KEEP,
        traceTtlSec: config.TRACE_TTL_SEC,
        allowFileScope: config.ALLOW_FILE_SCOPE,
        adaptiveTuning: config.ADAPTIVE_TUNING,
        adaptiveCandidateLowBase: config.ADAPTIVE_CANDIDATE_LOW_BASE,
        adaptiveFileBiasBase: config.ADAPTIVE_FILE_BIAS_BASE,
      },
    }),
  prepare: async ({ corpus }) => void (await corpus.refresh(plainCall, Number.POSITIVE_INFINITY)),
  rest: ({ corpus }, isIdle) => corpus.rest(isIdle),
  find: async (context, request, call) => {
    const { candidates, passages } = await answerFromManuals(context, request, call)
    return {
      candidates,
      passages: passages.map(({ ref, heading, text, confidence }) => ({
        ref,
        heading,
        text,
        confidence,
        read: { type: 'manual_read', params: { ref, scope: 'section' } },
      })),
    }
  },
}

import { plainCall } from '@shoko/contract'
import { findDocuments, openVibe, type VibeContext, type VibeReason, vibeFamily } from '@shoko/vibe-bridge'
import { type EnvelopeCode, envelopeDialect } from '../dialects/envelope.ts'
import { sharedEnvelopeCodes } from '../dialects/shared-codes.ts'
import type { FamilyBinding } from './bind.ts'

export const vibeBinding: FamilyBinding<VibeContext, VibeReason, EnvelopeCode> = {
  family: vibeFamily,
  dialect: envelopeDialect,
  codes: {
    ...sharedEnvelopeCodes,
    project_not_found: 'PROJECT_NOT_FOUND',
    file_not_found: 'FILE_NOT_FOUND',
    file_exists: 'FILE_EXISTS',
    invalid_folder: 'INVALID_FOLDER',
    invalid_status: 'INVALID_STATUS',
    invalid_query: 'INVALID_QUERY',
    index_error: 'INDEX_ERROR',
  },
  open: ({ config, indexes, ...ports }) =>
    openVibe({
      ...ports,
      root: config.VIBE_ROOT,
      dbPath: config.VIBE_DB,
      readOnly: config.SHOKO_READ_ONLY,
      hardMaxChars: config.HARD_MAX_CHARS,
      onIndex: (state) => indexes.report({ name: 'vibe', ...state }),
    }),
  find: async (context, request, call) => {
    const { candidates, passages } = await findDocuments(context, request, call)
    return {
      candidates,
      passages: passages.map(({ start_line, ...passage }) => ({
        ...passage,
        read: { type: 'read_doc', params: { ...passage.ref, start_line } },
      })),
    }
  },
  rest: async ({ index }) => index.rest(),
  prepare: async ({ index }) => void (await index.documents({}, plainCall)),
}

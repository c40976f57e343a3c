import { type Dialect, withHint } from './dialect.ts'

export const envelopeCodes = [
  'PROJECT_NOT_FOUND',
  'FILE_NOT_FOUND',
  'FILE_EXISTS',
  'INVALID_FOLDER',
  'INVALID_STATUS',
  'INVALID_QUERY',
  'INDEX_ERROR',
  'FILESYSTEM_ERROR',
  'INVALID_ARGUMENT',
  'INVALID_PATH',
  'CONFLICT',
  'READ_ONLY',
  'INTERNAL',
] as const
export type EnvelopeCode = (typeof envelopeCodes)[number]

export const envelopeDialect: Dialect<EnvelopeCode> = {
  name: 'envelope',
  codes: envelopeCodes,
  internal: 'INTERNAL',
  sentence: withHint,
  render: (failure) => {
    const error = { code: failure.code, message: withHint(failure), details: failure.details ?? {} }
    return { kind: 'result', text: JSON.stringify({ success: false, error }) }
  },
}

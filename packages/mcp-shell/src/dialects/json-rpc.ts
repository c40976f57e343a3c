import { bodyDialect } from './body.ts'
import type { Dialect } from './dialect.ts'

export const jsonRpcLabels = ['invalid-argument', 'not-found', 'permission-denied', 'conflict', 'internal'] as const
export type JsonRpcLabel = (typeof jsonRpcLabels)[number]

/** The label is the whole message; what happened goes into data.detail, advice into data.hint. */
export const jsonRpcDialect: Dialect<JsonRpcLabel> = {
  name: 'json-rpc',
  codes: jsonRpcLabels,
  internal: 'internal',
  sentence: ({ message }) => message,
  render: ({ code, message, details, hint }) => ({
    kind: 'error',
    code: -32000,
    message: code,
    data: { detail: message, ...(hint === undefined ? {} : { hint }), ...(details === undefined ? {} : { details }) },
  }),
}

/** The labels as a result: clients drop the data of an error, and the model would see nothing but the label. */
export const labelledBodyDialect: Dialect<JsonRpcLabel> = { ...bodyDialect, codes: jsonRpcLabels, internal: 'internal' }

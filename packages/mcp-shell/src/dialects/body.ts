import type { Dialect } from './dialect.ts'

export const bodyCodes = [
  'invalid_parameter',
  'invalid_path',
  'out_of_scope',
  'not_found',
  'forbidden',
  'invalid_scope',
  'conflict',
  'internal',
] as const
export type BodyCode = (typeof bodyCodes)[number]

export const bodyDialect: Dialect<BodyCode> = {
  name: 'body',
  codes: bodyCodes,
  internal: 'internal',
  render: ({ code, message, details, hint }) => ({
    kind: 'result',
    text: JSON.stringify({
      code,
      message: hint === undefined ? message : `${message} (${hint})`,
      ...(details === undefined ? {} : { details }),
    }),
  }),
}

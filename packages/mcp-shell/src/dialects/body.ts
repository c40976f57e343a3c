import { type Dialect, withHint } from './dialect.ts'

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
  sentence: withHint,
  render: (failure) => {
    const { code, details } = failure
    const body = { code, message: withHint(failure), ...(details === undefined ? {} : { details }) }
    return { kind: 'result', text: JSON.stringify(body) }
  },
}

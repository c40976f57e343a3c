import { bodyDialect } from '../dialects/body.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { envelopeDialect } from '../dialects/envelope.ts'
import { jsonRpcDialect, labelledBodyDialect } from '../dialects/json-rpc.ts'
import { sharedBodyCodes, sharedEnvelopeCodes, sharedJsonRpcLabels } from '../dialects/shared-codes.ts'
import type { AnnouncedFamily } from '../families/announced.ts'
import { flatName } from '../names.ts'

/** What has to be known of a tool's name to say what becomes of a call that nobody has answered. */
export interface CallFates {
  /** Asking again changes nothing. */
  isRepeatable(name: string): boolean
  /** The result or error for a call that may have been carried out, or not. */
  unknownOutcome(name: string): { readonly result: object } | { readonly error: object }
}

const MESSAGE =
  'the server process ended before it answered: the change may or may not have been made; read it again, then repeat the call if it is not there'

/** A write is never repeated for a client that has not asked for it: the answer says that it has to look. */
export function createCallFates(families: readonly AnnouncedFamily[]): CallFates {
  const familyOf = new Map<string, string>()
  const readers = new Set<string>()
  for (const { name: family, manifest } of families) {
    for (const { name, effect } of manifest.tools) {
      for (const spelling of [name, flatName(name)]) {
        familyOf.set(spelling, family)
        if (effect === 'read') readers.add(spelling)
      }
    }
  }
  return {
    // A tool that nobody knows is refused, as often as it is called.
    isRepeatable: (name) => readers.has(name) || !familyOf.has(name),
    unknownOutcome(name) {
      const { dialect, code } = busyIn(familyOf.get(name), name)
      const failure = dialect.render({ code, message: MESSAGE, details: { retry: true }, hint: undefined })
      if (failure.kind === 'error') return { error: { code: failure.code, message: failure.message, data: failure.data } }
      return { result: { isError: true, content: [{ type: 'text', text: failure.text }] } }
    },
  }
}

function busyIn(family: string | undefined, name: string): { readonly dialect: Dialect<string>; readonly code: string } {
  if (family === 'vibe') return { dialect: envelopeDialect, code: sharedEnvelopeCodes.busy }
  if (family !== 'kanban') return { dialect: bodyDialect, code: sharedBodyCodes.busy }
  return { dialect: name === flatName(name) ? labelledBodyDialect : jsonRpcDialect, code: sharedJsonRpcLabels.busy }
}

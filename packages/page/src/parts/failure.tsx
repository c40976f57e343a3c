import { CallFailed, GONE, SIGNED_OUT } from '../client/mcp.ts'
import { useApp } from '../state/app.ts'
import { wordsFor } from '../state/words-for.ts'

/** Why something is not shown. That the server is gone is said by the band above. */
export function Failure({ error, missing }: { readonly error: unknown; readonly missing?: string }) {
  const { live, t } = useApp()
  const isSaid = ['gone', 'signed-out'].includes(live.state.value) && isOfServer(error)
  return isSaid ? null : <p class="state">{wordsFor(error, t, missing)}</p>
}

function isOfServer(error: unknown): boolean {
  return error instanceof CallFailed && [GONE, SIGNED_OUT].includes(error.code)
}

import { useApp } from '../state/app.ts'
import { useLoaded } from '../state/use-loaded.ts'

/** Only kinds that cannot hold a script. */
const SHOWN = /^image\/(?:png|jpeg|gif|webp|avif)$/

/** A picture of the workspace, read when it is drawn and again when it changes. */
export function Picture({ uri, alt }: { readonly uri: string; readonly alt: string }) {
  const { mcp } = useApp()
  const found = useLoaded(uri, () => mcp.readFile(uri), [uri])
  if (found === undefined || found instanceof Error || found.blob === undefined || !SHOWN.test(found.mimeType))
    return <span class="nowhere">{alt}</span>
  return <img src={`data:${found.mimeType};base64,${found.blob}`} alt={alt} />
}

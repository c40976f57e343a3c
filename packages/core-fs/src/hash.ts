import { nodeCrypto } from './node-crypto.ts'
import { inSlices } from './slices.ts'

const STEP = 1024 * 1024

/** SHA-256 in hex; text is hashed as UTF-8. */
export function sha256(content: string | Uint8Array): string {
  // As bytes: over a short piece of a long Japanese text the platform takes five times as long.
  return nodeCrypto().hash('sha256', typeof content === 'string' ? Buffer.from(content) : content, 'hex')
}

/** The same for bytes of any number: other work has its turn in between. */
export async function sha256InSlices(bytes: Uint8Array): Promise<string> {
  if (bytes.byteLength <= STEP) return sha256(bytes)
  const digest = nodeCrypto().createHash('sha256')
  await inSlices(
    (function* () {
      for (let at = 0; at < bytes.byteLength; at += STEP) {
        digest.update(bytes.subarray(at, at + STEP))
        yield
      }
    })(),
  )
  return digest.digest('hex')
}

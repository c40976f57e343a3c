/** How much of the bytes is whole characters: a character that the end cuts is left out. Invalid bytes are left in, to be found. */
export function completeLength(bytes: Uint8Array): number {
  const length = bytes.byteLength
  for (let back = 1; back <= Math.min(3, length); back++) {
    const byte = bytes[length - back]!
    if (byte < 0x80) return length
    if (byte >= 0xc0) return byteCount(byte) > back ? length - back : length
  }
  return length
}

function byteCount(lead: number): number {
  if (lead >= 0xf0) return 4
  return lead >= 0xe0 ? 3 : 2
}

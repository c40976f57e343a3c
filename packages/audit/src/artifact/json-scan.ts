/** A JSON value that knows where in the text it begins. */
export type JsonPiece =
  | { readonly type: 'object'; readonly at: number; readonly entries: { readonly key: string; readonly value: JsonPiece }[] }
  | { readonly type: 'array'; readonly at: number; readonly items: JsonPiece[] }
  | { readonly type: 'scalar'; readonly at: number; readonly value: string | number | boolean | null }

const TOKEN = /[\s,:]*(?:([{}[\]])|("[^"\\]*(?:\\.[^"\\]*)*")|([^\s,:{}[\]"]+))/gy

/** Undefined when the text is not JSON. Iterative, so that no depth of nesting can exhaust the stack. */
export function scanJson(text: string): JsonPiece | undefined {
  if (!isJson(text)) return undefined
  const root: JsonPiece[] = []
  const open: { readonly piece: JsonPiece; key: string | undefined }[] = []
  const pattern = new RegExp(TOKEN)
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [whole, bracket, quoted, bare] = match
    const at = match.index + whole.length - (bracket ?? quoted ?? bare)!.length
    if (bracket === '}' || bracket === ']') {
      open.pop()
      continue
    }
    const holder = open.at(-1)
    if (holder?.piece.type === 'object' && holder.key === undefined) {
      holder.key = JSON.parse(quoted!) as string // a key, for the text is known to be JSON
      continue
    }
    const piece = newPiece(at, bracket ?? quoted ?? bare!)
    if (holder === undefined) root.push(piece)
    else hold(holder, piece)
    if (piece.type !== 'scalar') open.push({ piece, key: undefined })
  }
  return root[0]
}

function newPiece(at: number, token: string): JsonPiece {
  if (token === '{') return { type: 'object', at, entries: [] }
  if (token === '[') return { type: 'array', at, items: [] }
  return { type: 'scalar', at, value: JSON.parse(token) as string | number | boolean | null } // one token of valid JSON
}

function hold(holder: { readonly piece: JsonPiece; key: string | undefined }, piece: JsonPiece): void {
  if (holder.piece.type === 'array') holder.piece.items.push(piece)
  else if (holder.piece.type === 'object') {
    holder.piece.entries.push({ key: holder.key!, value: piece })
    holder.key = undefined
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

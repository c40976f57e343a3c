import { cardsUri } from '../board/cards.ts'
import { createMcp, type Mcp } from './mcp.ts'

const plain = createMcp()
const board = new URLSearchParams(location.search).get('board') ?? '.'
const uri = cardsUri(board)
// With a code behind the address, nobody is signed in yet.
let asked = location.hash.includes('code=') ? undefined : plain.read(uri)
asked?.catch(() => {}) // whoever takes it is told

/** The server, whose first answer is on its way before anybody could ask for it. */
export const mcp: Mcp = {
  ...plain,
  read<T>(wanted: string) {
    if (wanted !== uri || asked === undefined) return plain.read<T>(wanted)
    const first = asked
    asked = undefined
    return first as Promise<T> // of the same URI
  },
}

import { DomainError, systemClock } from '@shoko/contract'
import { type FileBytes, type FileInfo, lendingRoom, type RelativePath, type Root } from '@shoko/core-fs'
import { stampOf } from '@shoko/follow'
import { type Card, type Problem, readCard } from '../rules/card.ts'
import type { CardEntry } from './card-entries.ts'
import { placeOf } from './paths.ts'

// What a card holds beyond this is not read for lists and searches.
const MAX_CARD_BYTES = 1024 * 1024
const SCRATCH_BYTES = 64 * 1024

/** Reads files as cards. What is gone, or has become a link, is undefined. */
export class CardReader {
  readonly #root: Root
  readonly #room = lendingRoom(Buffer.allocUnsafeSlow(SCRATCH_BYTES))

  constructor(root: Root) {
    this.#root = root
  }

  async find(path: RelativePath): Promise<FileInfo | undefined> {
    return gone(() => this.#root.find(path))
  }

  async read(path: RelativePath): Promise<CardEntry | undefined> {
    const lookedAt = systemClock.now()
    const file = await gone(() => this.#bytes(path))
    return file === undefined ? undefined : entryOf(path, file, lookedAt)
  }

  /**
   * The same for one file of a sweep. It blocks for the microseconds of a small read, and keeps the directory open from file
   * to file; the sweep itself gives way to other work. Undefined also when it needs the longer way.
   */
  readInSweep(path: RelativePath): CardEntry | undefined {
    const lookedAt = systemClock.now()
    try {
      const file = this.#root.sync.readFile(path, { maxBytes: MAX_CARD_BYTES, room: this.#room })
      return file?.bytes === undefined ? undefined : entryOf(path, { bytes: file.bytes, info: file.info }, lookedAt)
    } catch (error) {
      if (error instanceof DomainError && error.reason === 'permission_denied') return undefined
      throw error
    }
  }

  /** All of its bytes, for a hash. */
  async whole(path: RelativePath): Promise<FileBytes | undefined> {
    return gone(() => this.#root.read(path))
  }

  async bodyOf(card: Card): Promise<string> {
    const file = await gone(() => this.#bytes(card.file))
    return file === undefined ? '' : readCard(decode(file).text, card).body
  }

  /** A file that is closed to this user is still a card: its name tells the id. */
  async #bytes(path: RelativePath): Promise<FileBytes> {
    try {
      return await this.#root.read(path, { maxBytes: MAX_CARD_BYTES })
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== 'permission_denied') throw error
      return { bytes: Buffer.alloc(0), info: await this.#root.stat(path) }
    }
  }
}

export function isGone(error: DomainError): boolean {
  return ['not_found', 'linked', 'outside_root'].includes(error.reason)
}

function entryOf(path: RelativePath, file: FileBytes, lookedAt: number): CardEntry | undefined {
  const place = placeOf(path)
  if (place === undefined) return undefined
  const { text, problems } = decode(file)
  const { body, data: _data, ...card } = readCard(text, place)
  return {
    card: problems.length === 0 ? card : { ...card, problems: [...card.problems, ...problems] },
    stamp: stampOf(file.info, lookedAt),
    text: { body },
  }
}

function decode({ bytes, info }: FileBytes): { text: string; problems: Problem[] } {
  const text = bytes.toString('utf8')
  if (bytes.length === 0 && info.size > 0) return { text, problems: [{ level: 'error', text: 'cannot be read' }] }
  const isBroken = text.includes('\ufffd') && !bytes.includes('\ufffd')
  return { text, problems: isBroken ? [{ level: 'error', text: 'not UTF-8' }] : [] }
}

async function gone<T>(look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look()
  } catch (error) {
    if (error instanceof DomainError && isGone(error)) return undefined
    throw error
  }
}

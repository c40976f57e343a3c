import { systemClock } from '@shoko/contract'
import { nameOf, type RelativePath, type Root } from '@shoko/core-fs'
import { type FileStamp, isCurrent, stampOf } from '@shoko/follow'
import { ulidOfFileName } from '../rules/card-id.ts'

interface Listing {
  readonly stamp: FileStamp
  readonly byId: ReadonlyMap<string, readonly RelativePath[]>
  readonly folders: readonly RelativePath[]
}

/**
 * Finds a card's file by the id in its name, without opening files. A directory is read again only when its own time stamps
 * moved, so the years of done cards cost one look at each month's folder.
 */
export class CardNames {
  readonly #root: Root
  readonly #listings = new Map<RelativePath, Listing>()

  constructor(root: Root) {
    this.#root = root
  }

  async find(id: string, directories: readonly RelativePath[]): Promise<RelativePath[]> {
    const named: RelativePath[] = []
    const open = [...directories]
    for (let dir = open.shift(); dir !== undefined; dir = open.shift()) {
      const listing = await this.#listing(dir)
      if (listing === undefined) continue
      named.push(...(listing.byId.get(id) ?? []))
      open.push(...listing.folders)
    }
    return named
  }

  async #listing(dir: RelativePath): Promise<Listing | undefined> {
    const known = this.#listings.get(dir)
    const lookedAt = systemClock.now()
    const info = await this.#root.find(dir)
    if (info?.kind !== 'dir') {
      this.#listings.delete(dir)
      return undefined
    }
    if (known !== undefined && isCurrent(known.stamp, info)) return known
    const listing = await this.#read(dir, stampOf(info, lookedAt))
    this.#listings.set(dir, listing)
    return listing
  }

  async #read(dir: RelativePath, stamp: FileStamp): Promise<Listing> {
    const byId = new Map<string, RelativePath[]>()
    const folders: RelativePath[] = []
    const note = (path: RelativePath) => {
      const id = ulidOfFileName(nameOf(path))
      if (id !== undefined) byId.set(id, [...(byId.get(id) ?? []), path])
    }
    // A walk tells files from folders without a look at each, which a listing does not.
    await this.#root.walk({
      dir,
      maxDepth: 2,
      skip: (path, kind) => {
        if (kind === 'dir') folders.push(path)
        else note(path)
        return true
      },
    })
    return { stamp, byId, folders }
  }
}

import { DomainError, systemClock } from '@shoko/contract'
import { type Root, stripBom } from '@shoko/core-fs'
import { type BoardConfig, parseColumnsToml } from '../rules/columns-toml.ts'
import { isFresh, type ReadState } from './freshness.ts'
import { COLUMNS_TOML } from './paths.ts'

/** columns.toml, read again only when it changed. */
export class ConfigFile {
  readonly #root: Root
  readonly #defaults = parseColumnsToml('')
  #known: (ReadState & { readonly config: BoardConfig }) | undefined

  constructor(root: Root) {
    this.#root = root
  }

  async read(): Promise<BoardConfig> {
    const info = await this.#root.find(COLUMNS_TOML)
    if (info?.kind !== 'file') return this.#defaults
    if (this.#known !== undefined && isFresh(this.#known, info)) return this.#known.config
    return this.#load()
  }

  async #load(): Promise<BoardConfig> {
    const readAt = systemClock.now()
    try {
      const file = await this.#root.readText(COLUMNS_TOML)
      const config = parseColumnsToml(stripBom(file.text))
      this.#known = { info: file.info, readAt, config }
      return config
    } catch (error) {
      if (error instanceof DomainError && error.reason === 'not_found') return this.#defaults
      throw error
    }
  }
}

import { DomainError, systemClock } from '@shoko/contract'
import { type Root, stripBom } from '@shoko/core-fs'
import { type FileStamp, isCurrent, stampOf } from '@shoko/follow'
import { type BoardConfig, parseColumnsToml } from '../rules/columns-toml.ts'
import { COLUMNS_TOML } from './paths.ts'

/** columns.toml, read again only when it changed. */
export class ConfigFile {
  readonly #root: Root
  readonly defaults = parseColumnsToml('')
  #known: { readonly stamp: FileStamp; readonly config: BoardConfig } | undefined

  constructor(root: Root) {
    this.#root = root
  }

  async read(): Promise<BoardConfig> {
    const info = await this.#root.find(COLUMNS_TOML)
    if (info?.kind !== 'file') return this.defaults
    if (this.#known !== undefined && isCurrent(this.#known.stamp, info)) return this.#known.config
    return this.#load()
  }

  async #load(): Promise<BoardConfig> {
    const lookedAt = systemClock.now()
    try {
      const file = await this.#root.readText(COLUMNS_TOML)
      const config = parseColumnsToml(stripBom(file.text))
      this.#known = { stamp: stampOf(file.info, lookedAt), config }
      return config
    } catch (error) {
      if (error instanceof DomainError && error.reason === 'not_found') return this.defaults
      throw error
    }
  }
}

import { DomainError } from '@shoko/contract'
import { parseDirectory, type Root } from '@shoko/core-fs'
import type { VaultReason } from './reasons.ts'

const TOP = parseDirectory('')

/** The same folder; where it is not there yet, "not found" says what to do about it. */
export function explainMissing(root: Root): Root {
  const explained =
    <Args extends readonly unknown[], T>(work: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      try {
        return await work(...args)
      } catch (error) {
        if (!(error instanceof DomainError) || error.reason !== 'not_found' || (await root.find(TOP)) !== undefined) throw error
        throw missing()
      }
    }
  return {
    ...root,
    stat: explained(root.stat),
    read: explained(root.read),
    readText: explained(root.readText),
    openLines: explained(root.openLines),
    list: explained(root.list),
    walk: explained(root.walk),
    exclusive: explained(root.exclusive) as Root['exclusive'], // generic in what the work gives
  }
}

function missing(): DomainError<VaultReason> {
  return new DomainError(
    'not_found',
    'the vault folder does not exist yet: run `shoko init`, point VAULT_ROOT at your notes, or make a first note with vault_create',
  )
}

import { fold } from '../fold.ts'

/** A title in the form in which it is compared; whoever keeps titles makes it once. */
export function titleKey(title: string): string {
  return fold(title.normalize('NFKC').toLowerCase())
}

export interface TitleEntry<Item> {
  /** Of the title, or of everything the thing is called by. */
  readonly key: string
  readonly item: Item
}

import { join } from 'node:path'
import { readLocalFile } from '@shoko/core-fs'
import { isRecord } from '../clients/document.ts'

export interface DailyNotes {
  readonly folder: string
  /** Undefined: Obsidian's format has parts that ours has not. */
  readonly format: string | undefined
}

/** Where a vault keeps its daily notes, in the words of Obsidian's own settings; undefined when it says nothing of them. */
export function dailyNotesOf(vault: string): DailyNotes | undefined {
  const text = readLocalFile(join(vault, '.obsidian', 'daily-notes.json'))
  if (text === undefined) return undefined
  try {
    const settings: unknown = JSON.parse(text)
    if (!isRecord(settings)) return undefined
    const folder = typeof settings.folder === 'string' ? settings.folder.replaceAll(/^[/\s]+|[/\s]+$/g, '') : ''
    const said = typeof settings.format === 'string' && settings.format.trim() !== '' ? settings.format.trim() : 'YYYY-MM-DD'
    const isKnown = /^(YYYY|MM|DD|[/-])+$/.test(said) && ['YYYY', 'MM', 'DD'].every((part) => said.includes(part))
    return { folder, format: isKnown ? said : undefined }
  } catch {
    return undefined
  }
}

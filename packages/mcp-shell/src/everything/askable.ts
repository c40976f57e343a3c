/** Families that can be asked a question; apart from the tool, since servers list it before its code is loaded. */
export const ASKABLE = ['vault', 'manual', 'kanban', 'vibe'] as const
export type AskableName = (typeof ASKABLE)[number]

export function isAskable(name: string): name is AskableName {
  return (ASKABLE as readonly string[]).includes(name)
}

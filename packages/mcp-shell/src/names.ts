/** `kanban/relations.set` becomes `kanban_relations_set`: several clients refuse names with "/" or ".". */
export function flatName(name: string): string {
  return name.replaceAll(/[/.]/g, '_')
}

/** A tool's name as the seed writes it, or without the characters that clients refuse. */
export type Spelling = 'seed' | 'flat'

// The only names with separators. `.kanban/done/2026` is a folder.
const SEED_NAME = /(?<![\w./])kanban\/[a-z]+(?:\.[a-z]+)?(?![\w/])/g

/** A text that names tools, in their flat spelling. */
export function flattenNames(text: string): string {
  return text.replaceAll(SEED_NAME, flatName)
}

/** Both spellings of every tool; two tools that would share one are a mistake found at start. */
export function nameTable<Tool extends { readonly name: string }>(tools: readonly Tool[]): ReadonlyMap<string, Tool> {
  const table = new Map<string, Tool>()
  for (const tool of tools) {
    for (const name of new Set([tool.name, flatName(tool.name)])) {
      if (table.has(name)) throw new Error(`two tools are called ${name}`)
      table.set(name, tool)
    }
  }
  return table
}

/** `kanban/relations.set` becomes `kanban_relations_set`: several clients refuse names with "/" or ".". */
export function flatName(name: string): string {
  return name.replaceAll(/[/.]/g, '_')
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

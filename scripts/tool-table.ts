import { flatName, type Runtime } from '@shoko/mcp-shell'

/** What each family is for. */
const purposes: Readonly<Record<string, string>> = {
  shoko: 'everything at once',
  vault: 'a folder of Markdown notes',
  audit: 'was it read whole, does it stand on its source',
  manual: 'evidence from read-only manuals',
  kanban: 'a board of Markdown cards',
  vibe: 'project workspaces',
}

/** Every tool in one row, by family, as a client lists it. */
export function toolTable(runtime: Runtime): string {
  const rows = runtime.families.flatMap(({ name, tools }) => [
    `| **${name}** | ${purposes[name] ?? ''} | |`,
    ...tools.map(
      (tool) =>
        `| [\`${flatName(tool.name)}\`](#${anchorOf(tool.name)}) | ${tool.title} | ${tool.effect === 'read' ? '' : 'writes'} |`,
    ),
  ])
  return ['| tool | | |', '|---|---|---|', ...rows].join('\n')
}

/** As Markdown makes it of the heading. */
function anchorOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
}

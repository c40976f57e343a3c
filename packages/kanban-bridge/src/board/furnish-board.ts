import type { Board } from './board.ts'
import { COLUMNS_TOML, columnPath, GENERATED, NOTES, TEMPLATES } from './paths.ts'

const FIRST_COLUMNS = ['backlog', 'doing', 'review', 'done']

const FIRST_SETTINGS = `# Columns in their order. A table form gives titles and limits: [[columns]] key = "doing", title = "In progress", wip_limit = 3
columns = [${FIRST_COLUMNS.map((column) => `"${column}"`).join(', ')}]

[wip_limits]
doing = 3

[render]
enabled = false
`

/** Adds what a board lacks, and names it; what is there stays as it is. */
export async function furnishBoard(board: Board): Promise<string[]> {
  return board.change(async () => {
    const created: string[] = []
    for (const dir of [...FIRST_COLUMNS.map(columnPath), NOTES, TEMPLATES, GENERATED]) {
      if ((await board.root.find(dir)) !== undefined) continue
      await board.root.ensureDirectory(dir)
      created.push(`${dir}/`)
    }
    if ((await board.root.find(COLUMNS_TOML)) === undefined) {
      await board.root.create(COLUMNS_TOML, FIRST_SETTINGS)
      created.push(COLUMNS_TOML)
    }
    return created
  })
}

/** The sets that the README shows, by the name that the measurement gives them. */
const sets: Readonly<Record<string, string>> = {
  'jsquad-valid': 'Japanese questions',
  'k8s-ja': 'Japanese docs',
  'squad-es': 'Spanish questions',
  'k8s-es': 'Spanish docs',
  'xquad-en': 'English questions',
  'k8s-en': 'English docs',
}
const engines: Readonly<Record<string, string>> = {
  shoko: 'Shoko',
  MiniSearch: 'MiniSearch',
  'FTS5 unicode61': 'SQLite FTS5 (unicode61)',
  'FTS5 trigram': 'SQLite FTS5 (trigram)',
  'qmd search': 'qmd search',
}

/** Fills what stands between `<!-- retrieval -->` and `<!-- end -->` from the page that the measurement writes. */
export function fillRetrievalTable(page: string, measured: string): string {
  const [, section = ''] = measured.split(/^## nDCG@10$/m)
  const [head = [], , ...rows] = section
    .trim()
    .split(/\n\n/, 1)
    .join('')
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    )
  const columns = Object.keys(sets).map((name) => head.indexOf(name))
  const lines = Object.entries(engines).map(([engine, shown]) => {
    const row = rows.find(([name]) => name === engine) ?? []
    return `| ${[shown, ...columns.map((column) => row[column] ?? '')].join(' | ')} |`
  })
  const table = [`| | ${Object.values(sets).join(' | ')} |`, `|${'---|'.repeat(columns.length + 1)}`, ...lines].join('\n')
  return page.replace(/<!-- retrieval -->.*?<!-- end -->/s, () => `<!-- retrieval -->\n\n${table}\n\n<!-- end -->`)
}

import { createRuntime, flatName, loadConfig, type Runtime } from '@shoko/mcp-shell'

export type TableLanguage = 'en' | 'ja' | 'es'

/** What each family is for, in the words of the READMEs. */
const purposes: Readonly<Record<string, Readonly<Record<TableLanguage, string>>>> = {
  vault: { en: 'a folder of Markdown notes', ja: 'Markdown のノート', es: 'una carpeta de notas en Markdown' },
  audit: {
    en: 'was it read whole, does it stand on its source',
    ja: '全部読んだか、元の資料に基づいているか',
    es: '¿se leyó entero?, ¿se apoya en su fuente?',
  },
  manual: { en: 'evidence from read-only manuals', ja: '読み取り専用のマニュアル', es: 'manuales de solo lectura' },
  kanban: { en: 'a board of Markdown cards', ja: 'Markdown のカードのボード', es: 'un tablero de tarjetas en Markdown' },
  vibe: { en: 'project workspaces', ja: 'プロジェクトの作業場', es: 'espacios de trabajo de proyectos' },
}
const heads: Readonly<Record<'ja' | 'es', string>> = {
  ja: '| 種類 | 対象 | ツール |\n|---|---|---|',
  es: '| familia | para | herramientas |\n|---|---|---|',
}

/** Fills what stands between `<!-- tools -->` and `<!-- end -->`: every tool with its title in English, the names alone elsewhere. */
export function fillToolTable(page: string, language: TableLanguage): string {
  const runtime = createRuntime(
    loadConfig({ argv: [], env: {}, cwd: '/workspace', home: '~', readFile: () => undefined, realPath: (path) => path }).config,
    { logger: { log: () => {} } },
  )
  const table = language === 'en' ? toolRows(runtime) : `${heads[language]}\n${familyRows(runtime, language)}`
  return page.replace(/<!-- tools -->.*?<!-- end -->/s, () => `<!-- tools -->\n\n${table}\n\n<!-- end -->`)
}

function toolRows(runtime: Runtime): string {
  const rows = runtime.families.flatMap(({ name, tools }) => [
    `| **${name}** | ${purposes[name]?.en ?? ''} | |`,
    ...tools.map((tool) => `| \`${flatName(tool.name)}\` | ${tool.title} | ${tool.effect === 'read' ? '' : 'writes'} |`),
  ])
  return ['| tool | | |', '|---|---|---|', ...rows].join('\n')
}

function familyRows(runtime: Runtime, language: 'ja' | 'es'): string {
  return runtime.families
    .map(
      ({ name, tools }) =>
        `| ${name} | ${purposes[name]?.[language] ?? ''} | ${tools.map((tool) => `\`${flatName(tool.name)}\``).join(' ')} |`,
    )
    .join('\n')
}

import { columnsOf, paint } from '../terminal/paint.ts'
import { padCells, widthOf, wrapCells } from '../terminal/width.ts'
import { type HelpText, helpTexts } from './help-texts.ts'

const WIDEST = 100

/** The page of one command; undefined when there is none. */
export function helpPage(name: string): string | undefined {
  const help = Object.hasOwn(helpTexts, name) ? helpTexts[name] : undefined
  return help === undefined ? undefined : `${page(help).join('\n')}\n`
}

function page({ usage, text, flags = [], examples }: HelpText): readonly string[] {
  return [
    `${paint('strong', 'usage:')} ${usage}`,
    ...(text === undefined ? [] : ['', wrapCells(text, { columns: Math.min(columnsOf(), WIDEST), indent: 0 })]),
    ...(flags.length === 0 ? [] : ['', ...rows(flags)]),
    '',
    paint('strong', 'examples:'),
    ...examples.flatMap(([line, meaning]) => [`  ${paint('quiet', `# ${meaning}`)}`, `  ${line}`]),
  ]
}

function rows(flags: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...flags.map(([flag]) => widthOf(flag)))
  return flags.map(([flag, meaning]) => `  ${paint('name', padCells(flag, width))}  ${meaning}`)
}

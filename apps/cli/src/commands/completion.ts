import { nearest, systemClock } from '@shoko/contract'
import { configFromProcess, createJsonLogger, createRuntime, FAMILY_NAMES, flatName, variables } from '@shoko/mcp-shell'
import { clientIds } from '../clients/client.ts'
import { err, out } from '../terminal/output.ts'
import { type CompletionTable, shells } from './completion-scripts.ts'
import { helpTexts } from './help-texts.ts'

const kanbanCommands = ['init', 'new', 'list', 'show', 'move', 'done', 'notes', 'lint', 'reindex', 'compact', 'help']
const vibeCommands = ['init', 'search', 'tasks', 'reindex', 'help']

/** Prints the script for a shell; everything in it comes from the tables that the commands themselves use. */
export async function completion(argv: readonly string[]): Promise<number> {
  const [shell = ''] = argv
  const script = Object.hasOwn(shells, shell) ? shells[shell] : undefined
  if (script === undefined) {
    const close = nearest(shell, Object.keys(shells))
    err.write(
      `shoko completion: name a shell: ${Object.keys(shells).join(', ')}${close === undefined ? '' : `; did you mean ${close}?`}\n`,
    )
    return 2
  }
  out.write(script(await completionTable()))
  return 0
}

async function completionTable(): Promise<CompletionTable> {
  const settings = [...Object.keys(variables).map((name) => `--${name.toLowerCase().replaceAll('_', '-')}`), '--config']
  const names = Object.keys(helpTexts)
  const tools = await toolNames()
  const words: Readonly<Record<string, readonly string[]>> = {
    call: tools,
    tools,
    kanban: kanbanCommands,
    vibe: vibeCommands,
    check: ['vault', 'manual', 'kanban', 'vibe'],
    completion: Object.keys(shells),
    help: names,
  }
  const takesSettings = (name: string) => !['init', 'tour', 'completion', 'help'].includes(name)
  return {
    commands: [...names, 'help', 'version'].map((name) => ({
      name,
      about: helpTexts[name]?.text?.split(/(?<=\.)\s/, 1)[0] ?? helpTexts[name]?.usage ?? name,
      words: words[name] ?? [],
      flags: [...ownFlags(name), ...(takesSettings(name) && name !== 'version' ? settings : [])],
    })),
    values: {
      '--client': [...clientIds, 'all', 'none'],
      '--scope': ['user', 'project'],
      '--lang': ['en', 'ja', 'es'],
      '--shoko-families': [...FAMILY_NAMES],
      '--shoko-tool-names': ['flat', 'seed'],
      '--log-level': ['error', 'warn', 'info', 'debug'],
    },
  }
}

function ownFlags(name: string): readonly string[] {
  const text = JSON.stringify(helpTexts[name] ?? {})
  return [...new Set([...text.matchAll(/(?<![\w-])--[a-z][a-z-]+/g)].map(([flag]) => flag).filter((flag) => !isSetting(flag)))]
}

function isSetting(flag: string): boolean {
  return Object.hasOwn(variables, flag.slice(2).toUpperCase().replaceAll('-', '_'))
}

/** The names of all tools, whatever the settings of this folder are. */
async function toolNames(): Promise<readonly string[]> {
  const { config } = configFromProcess([])
  const logger = createJsonLogger({ level: 'error', clock: systemClock, write: () => {} })
  const runtime = createRuntime({ ...config, SHOKO_FAMILIES: FAMILY_NAMES, SHOKO_READ_ONLY: false }, { logger })
  try {
    return runtime.tools.map(({ name }) => flatName(name))
  } finally {
    await runtime.close()
  }
}

import { oneLine } from '@shoko/contract'
import type { Change } from '../clients/change.ts'
import type { Machine, Server } from '../clients/client.ts'
import { maskValues } from '../clients/mask.ts'
import type { Found } from '../setup/found.ts'
import { isChanging, type Outcome, type PlannedFile } from '../setup/planned-files.ts'
import type { Program } from '../setup/program.ts'
import { tilde } from '../setup/settings-file.ts'
import { lineDiff, paintDiff } from '../terminal/diff.ts'
import { paint } from '../terminal/paint.ts'
import { self } from './this-machine.ts'

/** All that init would do, before it does it. */
export interface Report {
  readonly machine: Machine
  readonly found?: Found
  readonly files: readonly PlannedFile[]
  readonly server?: Server
  readonly program?: Program
  /** Folders of ours that go. */
  readonly folders?: readonly string[]
  readonly notes: readonly string[]
}

export function foundLines(found: Found, { home }: Machine): readonly string[] {
  const row = (name: string, paths: readonly string[]) =>
    `  ${name.padEnd(10)} ${paths.length === 0 ? paint('quiet', 'none') : oneLine(paths.map((path) => tilde(path, home)).join(', '))}`
  return [
    paint('strong', 'Found'),
    row('vaults', found.vaults),
    row('manuals', found.manuals),
    row('boards', found.boards),
    row('workspaces', found.vibe === undefined ? [] : [found.vibe]),
    `  ${'clients'.padEnd(10)} ${found.clients.map(({ title }) => title).join(', ') || paint('quiet', 'none seen')}`,
  ]
}

export function planLines({ files, machine, server, program, folders = [], notes }: Report): readonly string[] {
  const command =
    server === undefined
      ? []
      : [
          '',
          `${paint('strong', 'Server')} ${serverLine(server, machine.home)}${program === undefined ? '' : paint('quiet', ` (${program.why})`)}`,
        ]
  const nothing = files.length + folders.length === 0 ? ['Nothing to do: no entry of Shoko was found.'] : []
  return [
    ...command,
    ...files.flatMap((file) => fileLines(file, machine.home)),
    ...folders.flatMap((path) => [
      '',
      `${paint('strong', 'Folder')} ${oneLine(tilde(path, machine.home))} ${paint('quiet', '(is removed)')}`,
    ]),
    ...notes.map((note) => paint('warn', note)),
    ...byHandIfNobody(files),
    ...nothing,
  ]
}

function fileLines(file: PlannedFile, home: string): readonly string[] {
  const { title, path, change, byHand } = file
  const head = `${paint('strong', title)} ${oneLine(tilde(path, home))}`
  if (change.kind === 'nothing') return ['', `${head} ${paint('good', change.why)}`]
  if (change.kind === 'unclear' && byHand === undefined)
    return ['', `${head} ${paint('warn', 'is left alone: it cannot be changed safely. Take the entry out by hand.')}`]
  if (change.kind === 'unclear') {
    const lead = paint('warn', 'is left alone: it cannot be changed safely. Add by hand:')
    return ['', `${head} ${lead}`, ...indent((byHand ?? '').trimEnd().split('\n'))]
  }
  return ['', `${head} ${paint('quiet', wordFor(change))}`, ...indent(paintDiff(diffOf(file)))]
}

function wordFor(change: Change): string {
  if (change.kind === 'delete') return '(is removed)'
  if (change.kind === 'restore') return '(becomes what it was before)'
  return change.kind === 'write' && change.before === undefined ? '(new)' : '(changes)'
}

/** Other servers keep keys and tokens in these files: a screen, a log or a recording of it shows none of them. */
function diffOf({ change, format, harmless }: PlannedFile): readonly string[] {
  const shown = (text: string) => maskValues(text, format, new Set(harmless))
  if (change.kind === 'delete') return lineDiff(change.before, undefined, shown)
  if (change.kind === 'write' || change.kind === 'restore') return lineDiff(change.before, change.after, shown)
  return []
}

/** Without a client to write to, the entry is shown as most clients take it. */
function byHandIfNobody(files: readonly PlannedFile[]): readonly string[] {
  return files.some(({ role }) => role !== 'settings') || files.length === 0
    ? []
    : ['', `No client was chosen; ${self()} init --client NAME adds the server to one.`]
}

export function outcomeLines({ machine }: Report, outcomes: readonly Outcome[]): readonly string[] {
  const lines = outcomes.filter(({ planned, problem }) => isChanging(planned) || problem !== undefined)
  return [
    '',
    ...lines.map(({ planned, backup, problem }) => {
      const path = oneLine(tilde(planned.path, machine.home))
      if (problem !== undefined) return `${paint('bad', 'failed ')} ${path}: ${problem}`
      const word = planned.change.kind === 'delete' ? 'removed' : planned.change.kind === 'restore' ? 'restored' : 'written'
      return `${paint('good', word)} ${path}${backup === undefined ? '' : paint('quiet', `  backup: ${tilde(backup, machine.home)}`)}`
    }),
  ]
}

export function nextLines({ files }: Report): readonly string[] {
  const told = files.filter(({ after, change }) => after !== undefined && change.kind !== 'unclear')
  return [
    '',
    ...told.flatMap(({ title, after, beware }) => [
      `${title}: ${after}`,
      ...(beware === undefined ? [] : [paint('warn', `${' '.repeat(title.length)}  ${beware}`)]),
    ]),
    `Check everything: ${paint('name', `${self()} doctor`)}`,
    `Undo it:          ${paint('name', `${self()} init --uninstall`)}`,
  ]
}

export function jsonReport(
  { found, files, server, program, folders = [], notes }: Report,
  outcomes: readonly Outcome[],
  written: boolean,
): string {
  const places =
    found === undefined ? {} : { found: { ...found, vibe: found.vibe ?? null, clients: found.clients.map(({ id }) => id) } }
  const rows = files.map((file) => {
    const outcome = outcomes.find(({ planned }) => planned === file)
    const { role, path, change, byHand } = file
    const action = change.kind === 'write' && change.before === undefined ? 'create' : change.kind
    return {
      role,
      path,
      action,
      diff: diffOf(file),
      ...(change.kind === 'unclear' ? { by_hand: byHand ?? '' } : {}),
      ...(outcome?.backup === undefined ? {} : { backup: outcome.backup }),
      ...(outcome?.problem === undefined ? {} : { problem: outcome.problem }),
    }
  })
  return JSON.stringify(
    {
      ...places,
      ...(server === undefined ? {} : { server }),
      ...programOf(program),
      files: rows,
      folders,
      notes: [...notes, ...bewares(files)],
      written,
    },
    null,
    2,
  )
}

function programOf(program: Program | undefined) {
  if (program === undefined) return {}
  const { folder, node, nodeFrom, why } = program
  return { program: { folder, node, node_copied: nodeFrom !== undefined, why } }
}

function bewares(files: readonly PlannedFile[]): readonly string[] {
  return files.flatMap(({ title, beware }) => (beware === undefined ? [] : [`${title}: ${beware}`]))
}

function serverLine(server: Server, home: string): string {
  return server.kind === 'http'
    ? server.url
    : oneLine([server.command, ...server.args].map((part) => tilde(part, home)).join(' '))
}

function indent(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`)
}

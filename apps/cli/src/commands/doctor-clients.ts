import type { Progress } from '@shoko/contract'
import type { Client, Machine, Scope } from '../clients/client.ts'
import { readClientFile } from '../clients/client-file.ts'
import { clients } from '../clients/clients.ts'
import { entryAsClient, isSwitchedOff, readAsClient } from '../clients/read-entry.ts'
import { type Target, type Trial, targetOf, tryServer } from '../clients/try-server.ts'
import { usedClients } from '../setup/found.ts'
import { clientFilePath, SERVER_NAME } from '../setup/planned-files.ts'
import { tilde } from '../setup/settings-file.ts'
import type { Check } from './doctor-checks.ts'
import { cureFor } from './doctor-cures.ts'
import { self } from './this-machine.ts'

export interface Trying {
  readonly report: (progress: Progress) => void
  /** Whether somebody asked for the servers of project files too; nothing that came with a folder is started unasked. */
  readonly startsProjectServers: boolean
}

/** Each client that is in use or has an entry: is the entry there, and does the server that it names really answer? */
export async function checkClients(machine: Machine, trying: Trying): Promise<readonly Check[]> {
  const used = await usedClients(machine)
  const states = (await Promise.all(clients.map((client) => statesOf(client, machine)))).flat()
  const relevant = states.filter(({ client, kind }) => used.includes(client) || kind === 'entry')
  const wanted = relevant
    .filter((state) => state.kind === 'entry')
    .filter(({ scope }) => trying.startsProjectServers || scope === 'user')
  const trials = await tryEach(wanted, { machine, report: trying.report })
  if (relevant.length === 0)
    return [
      {
        name: 'clients',
        status: 'missing',
        detail: 'none was found on this machine',
        fix: `${self()} init --client NAME writes the entry for one`,
      },
    ]
  return relevant.map((state) => checkOf(state, machine, trials))
}

type State = { readonly client: Client; readonly path: string; readonly scope: Scope } & (
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable'; readonly problem: string }
  | { readonly kind: 'off' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'entry'; readonly target: Target }
)

/** One state an entry; a client without any has the state of its user file. */
async function statesOf(client: Client, machine: Machine): Promise<readonly State[]> {
  const found: State[] = []
  for (const scope of ['user', 'project'] as const) {
    const path = await clientFilePath(client, machine, scope)
    if (path === undefined || found.some((state) => state.path === path)) continue
    const state = await stateOf(client, { path, scope, machine })
    if (scope === 'user' || state.kind !== 'none') found.push(state)
  }
  const entries = found.filter(({ kind }) => kind !== 'none')
  return entries.length > 0 ? entries : found
}

async function stateOf(
  client: Client,
  { path, scope, machine }: { readonly path: string; readonly scope: Scope; readonly machine: Machine },
): Promise<State> {
  const file = await readClientFile(path)
  const state = { client, path, scope }
  if (file === undefined) return { ...state, kind: 'unreadable', problem: 'cannot be read as text' }
  const document = readAsClient(client, file.files.text ?? '')
  if (!document.ok) return { ...state, kind: 'unreadable', problem: document.problem }
  const entry = entryAsClient(client, document.value, { machine, name: SERVER_NAME })
  if (entry === undefined) return { ...state, kind: 'none' }
  if (isSwitchedOff(entry)) return { ...state, kind: 'off' }
  const target = targetOf(entry)
  return target === undefined ? { ...state, kind: 'malformed' } : { ...state, kind: 'entry', target }
}

/** Several clients usually name one server: it is tried once. */
async function tryEach(
  states: readonly Extract<State, { kind: 'entry' }>[],
  { machine, report }: { readonly machine: Machine; readonly report: Trying['report'] },
): Promise<ReadonlyMap<string, Trial>> {
  const distinct = new Map(states.map((state) => [keyOf(state), state]))
  const trials = new Map<string, Trial>()
  for (const [key, { target, scope }] of distinct) {
    report({ progress: trials.size, total: distinct.size, message: 'trying the servers that clients start' })
    // npx and its like look into the folder they are started in, and that one may be anybody's.
    trials.set(key, await tryServer(target, { cwd: scope === 'user' ? machine.home : machine.cwd }))
  }
  return trials
}

function keyOf({ scope, target }: Extract<State, { kind: 'entry' }>): string {
  return JSON.stringify([scope, target])
}

function checkOf(state: State, { home }: Machine, trials: ReadonlyMap<string, Trial>): Check {
  const { client, path } = state
  const [name, file, again] = [
    client.id,
    tilde(path, home),
    `${self()} init --client ${client.id}${state.scope === 'project' ? ' --scope project' : ''}`,
  ]
  if (state.kind === 'none') return { name, status: 'missing', detail: `${file} has no entry for Shoko`, fix: again }
  if (state.kind === 'unreadable')
    return {
      name,
      status: 'problem',
      detail: `${file} ${state.problem}`,
      fix: 'correct the file by hand; Shoko leaves it alone',
    }
  if (state.kind === 'off')
    return {
      name,
      status: 'missing',
      detail: `${file}: the entry is switched off`,
      fix: `switch it on in ${client.title}, or in the file`,
    }
  if (state.kind === 'malformed')
    return { name, status: 'problem', detail: `${file}: the entry names neither a command nor a URL`, fix: again }
  const trial = trials.get(keyOf(state))
  const what = state.target.kind === 'http' ? state.target.url : state.target.command
  if (trial === undefined)
    return {
      name,
      status: 'skipped',
      detail: `${file}: ${what} was not started, because the file belongs to this folder and not to you`,
      fix: `${self()} doctor --start-project-servers starts it, if you trust what is in the folder`,
    }
  if (trial.ok)
    return {
      name,
      status: 'ok',
      detail: `${file}: ${trial.server} answers with ${trial.tools} tools (${Math.round(trial.ms)} ms)`,
    }
  return { name, status: 'problem', detail: `${file}: ${what} ${trial.problem}`, fix: cureFor(state.target, trial, again) }
}

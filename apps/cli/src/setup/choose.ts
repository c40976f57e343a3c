import { resolve } from 'node:path'
import { oneLine } from '@shoko/contract'
import type { Client, Machine } from '../clients/client.ts'
import { clients } from '../clients/clients.ts'
import { out } from '../terminal/output.ts'
import { paint } from '../terminal/paint.ts'
import { dailyNotesOf } from './daily-notes.ts'
import { type Found, isDirectory, isOneManual } from './found.ts'
import { type InitOptions, readClients, UsageError } from './options.ts'
import { chosenFrom, type Questions } from './questions.ts'
import { type Choice, tilde } from './settings-file.ts'

export interface Chosen {
  readonly choice: Choice
  readonly clients: readonly Client[]
}

interface Situation {
  readonly found: Found
  readonly options: InitOptions
  readonly machine: Machine
}

/** What was said on the command line, else what is found: the nearest of each kind. */
export async function chooseFromFlags({ found, options }: Situation): Promise<Chosen> {
  const vault = await existingFolder('--vault', options.vault ?? found.vaults[0])
  const manuals = await existingFolder('--manuals', options.manuals ?? found.manuals[0])
  for (const board of options.boards) await existingFolder('--kanban', board)
  const boards = options.boards.length > 0 ? options.boards : found.boards
  const choice = {
    vault,
    manuals,
    isOneManual: manuals !== undefined && (await isOneManual(manuals)),
    boards,
    vibe: options.vibe ?? found.vibe,
    daily: vault === undefined ? undefined : dailyNotesOf(vault),
  }
  return { choice, clients: options.clients ?? found.clients }
}

/** The same with somebody there who can say otherwise. */
export async function chooseByAsking(situation: Situation, questions: Questions): Promise<Chosen> {
  const { found, options, machine } = situation
  const folder = (title: string, said: string | undefined, offered: readonly string[]) =>
    said === undefined ? askForFolder({ title, offered, machine }, questions) : existingFolder(`--${title.toLowerCase()}`, said)
  const vault = await folder('Vault', options.vault, found.vaults)
  const manuals = await folder('Manuals', options.manuals, found.manuals)
  const boards = options.boards.length > 0 ? options.boards : await askForBoards(situation, questions)
  const vibe = options.vibe ?? (await askForWorkspaces(situation, questions))
  const choice = {
    vault,
    manuals,
    isOneManual: manuals !== undefined && (await isOneManual(manuals)),
    boards,
    vibe,
    daily: vault === undefined ? undefined : dailyNotesOf(vault),
  }
  return { choice, clients: options.clients ?? (await askForClients(situation, questions)) }
}

async function askForFolder(
  about: { readonly title: string; readonly offered: readonly string[]; readonly machine: Machine },
  questions: Questions,
): Promise<string | undefined> {
  const { title, offered, machine } = about
  const what =
    title === 'Vault'
      ? 'a folder of notes, for instance an Obsidian vault'
      : "a folder with one folder a manual, of Markdown or JSON; or one manual, such as a project's docs"
  for (;;) {
    const list = numbered(offered.map((path) => tilde(path, machine.home)))
    const fallback = offered.length === 0 ? 'none' : '1'
    const answer = await questions.ask(`${heading(title, what)}${list}  number, path or - for none [${fallback}]: `)
    const [picked] = chosenFrom(answer, offered, offered.slice(0, 1))
    if (picked === undefined) return undefined
    const path = resolve(machine.cwd, picked.replace(/^~(?=$|[\\/])/, machine.home))
    if (await isDirectory(path)) return path
    out.write(`${paint('warn', `  ${picked}: no such folder`)}\n`)
  }
}

async function askForBoards({ found, machine }: Situation, questions: Questions): Promise<readonly string[]> {
  const list = numbered(found.boards.map((path) => tilde(path, machine.home)))
  const fallback = found.boards.length === 0 ? 'none' : 'all'
  const answer = await questions.ask(
    `${heading('Boards', 'folders that hold a .kanban')}${list}  numbers, paths or - for none [${fallback}]: `,
  )
  return chosenFrom(answer, found.boards, found.boards).map((path) =>
    resolve(machine.cwd, path.replace(/^~(?=$|[\\/])/, machine.home)),
  )
}

async function askForWorkspaces({ found, machine, options }: Situation, questions: Questions): Promise<string | undefined> {
  const usual = resolve(machine.home, '.vibe')
  // What lies in the home folder is nothing that a project's settings could name.
  if (options.scope === 'project') return found.vibe
  const state = found.vibe === undefined ? 'not there yet' : 'there'
  const answer = await questions.ask(
    `${heading('Workspaces', `plans, tasks and session logs of projects, in ~/.vibe (${state})`)}  serve them? [${found.vibe === undefined ? 'y/N' : 'Y/n'}]: `,
  )
  const wanted = answer === '' ? found.vibe !== undefined : /^y/i.test(answer)
  return wanted ? usual : undefined
}

async function askForClients({ found }: Situation, questions: Questions): Promise<readonly Client[]> {
  const titles = clients.map(
    (client) => `${client.title}${found.clients.includes(client) ? '' : paint('quiet', ' (not seen here)')}`,
  )
  const fallback = found.clients.map((client) => clients.indexOf(client) + 1).join(',') || 'none'
  for (;;) {
    const answer = await questions.ask(
      `${heading('Clients', 'programs that get an entry for the server')}${numbered(titles)}  numbers, all or - for none [${fallback}]: `,
    )
    const ids = clients.map(({ id }) => id as string)
    try {
      return readClients(
        chosenFrom(
          answer,
          ids,
          found.clients.map(({ id }) => id),
        ),
      )
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      out.write(`${paint('warn', `  ${error.message}`)}\n`)
    }
  }
}

async function existingFolder(flag: string, path: string | undefined): Promise<string | undefined> {
  if (path !== undefined && !(await isDirectory(path)))
    throw new UsageError(`${flag}: no such folder (got ${JSON.stringify(path)})`)
  return path
}

function heading(title: string, what: string): string {
  return `\n${paint('strong', title)} ${paint('quiet', what)}\n`
}

function numbered(items: readonly string[]): string {
  return items.map((item, index) => `  ${paint('name', String(index + 1))}  ${oneLine(item)}\n`).join('')
}

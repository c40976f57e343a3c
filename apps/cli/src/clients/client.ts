import { posix, win32 } from 'node:path'
import type { Entry } from './document.ts'

/** The machine as far as a client's files depend on it. */
export interface Machine {
  readonly platform: NodeJS.Platform
  readonly home: string
  /** The project folder, for files that belong to a project. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** How a client reaches the server. */
export type Server =
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'http'; readonly url: string }

export type Scope = 'user' | 'project'

/** A program that talks to MCP servers, as data: where its file is, where entries stand in it, what they look like. */
export interface Client {
  readonly id: ClientId
  readonly title: string
  readonly format: 'json' | 'toml'
  /** The table that holds one entry a server. */
  readonly path: readonly string[]
  /** The user's file; of several places the first that is there, else the first whose folder is, else the last. */
  readonly userFiles: (machine: Machine) => readonly string[]
  readonly projectFiles?: (machine: Machine) => readonly string[]
  /** How a project's file names the folder of the project, where the client is not started in it. */
  readonly projectFolder?: string
  /** Its files are plain JSON: with a comment in it the client reads nothing at all. */
  readonly isStrict?: true
  /** Folders or files that are there when the program is in use on this machine. */
  readonly traces: (machine: Machine) => readonly string[]
  /** Undefined: this client's file has no form for such a server. */
  readonly entry: (server: Server) => Entry | undefined
  /** What makes the client read its file again. */
  readonly after: string
  /** What else somebody has to know, or the server is never started. */
  readonly beware?: Readonly<Partial<Record<Scope, string>>>
  /** Why `entry` may be undefined. */
  readonly without?: string
}

export const clientIds = ['claude-code', 'claude-desktop', 'codex', 'cursor', 'vscode', 'gemini', 'opencode', 'cline'] as const
export type ClientId = (typeof clientIds)[number]

/** A path as that machine writes it. */
export function pathOn({ platform }: Machine, ...parts: readonly string[]): string {
  return (platform === 'win32' ? win32 : posix).join(...parts)
}

/** Where most programs have their servers. */
export const mcpServers = { format: 'json', path: ['mcpServers'] } as const

/** For a program that keeps one file in a folder of its own, of the user as well as of a project. */
export function filesIn(folder: string, file: string): Pick<Client, 'userFiles' | 'projectFiles' | 'traces'> {
  return {
    userFiles: (machine) => [pathOn(machine, machine.home, folder, file)],
    projectFiles: (machine) => [pathOn(machine, machine.cwd, folder, file)],
    traces: (machine) => [pathOn(machine, machine.home, folder)],
  }
}

/** Where programs keep the settings of a user. */
export function settingsFolder({ platform, home, env }: Machine): string {
  if (platform === 'win32') return env.APPDATA ?? `${home}\\AppData\\Roaming`
  if (platform === 'darwin') return `${home}/Library/Application Support`
  return env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : `${home}/.config`
}

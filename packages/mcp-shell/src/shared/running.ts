import { join } from 'node:path'
import { type ProcessMemory, processBirth, processMemory } from '@shoko/core-fs'
import { type MeetingPlace, openMeetingPlace } from '@shoko/core-fs/meeting-place'
import { userCacheDir } from '../cache-dir.ts'
import { version } from '../version.ts'

/** `shared`: behind stdio clients; `front`: what such a client has started, which leads there; `stdio`: one client's own; `http`. */
export type ServerKind = 'shared' | 'stdio' | 'http' | 'front'

export interface RunningServer {
  readonly kind: ServerKind
  readonly pid: number
  readonly workspace: string
  readonly version: string
  /** Epoch milliseconds. */
  readonly since: number
  readonly memory: ProcessMemory | undefined
}

const NOTE = /^server-(\d+)\.json$/

/** Notes that this process serves, where `shoko doctor --memory` looks; what this gives takes the note away again. */
export function noteServer(kind: ServerKind, workspace: string): () => void {
  const place = openMeetingPlace(join(userCacheDir(), 'run'))
  const { pid } = process
  const name = `server-${pid}.json`
  place?.write(name, JSON.stringify({ kind, pid, workspace, version, since: Date.now(), birth: processBirth(pid) }))
  return () => place?.remove(name)
}

/** The servers of this user that run now. */
export function runningServers(): readonly RunningServer[] {
  return notesOfLiving().map(({ birth: _, ...server }) => ({ ...server, memory: processMemory(server.pid) }))
}

interface Note extends Omit<RunningServer, 'memory'> {
  readonly birth: unknown
}

/** Notes of those that were killed go. */
export function notesOfLiving(): readonly Note[] {
  const place = openMeetingPlace(join(userCacheDir(), 'run'))
  if (place === undefined) return []
  return place.names().flatMap((name) => (NOTE.test(name) ? livingNote(place, name) : []))
}

function livingNote(place: MeetingPlace, name: string): readonly Note[] {
  const note = parsed(place.read(name))
  if (note !== undefined && note.birth === processBirth(note.pid)) return [note]
  place.remove(name)
  return []
}

function parsed(text: string | undefined): Note | undefined {
  try {
    return text === undefined ? undefined : JSON.parse(text) // our own, in a folder that is ours alone
  } catch {
    return undefined
  }
}

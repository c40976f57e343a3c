import { connect } from 'node:net'
import { fileIdentity, openMeetingPlace } from '@shoko/core-fs/meeting-place'
import type { ShokoConfig } from '../config/variables.ts'
import { type PageAnswer, pageLine, sharedOrder, socketName } from './identity.ts'
import { onLines } from './link.ts'

export interface SharedPage {
  readonly port: number
  /** The process is gone, or no longer serves the page. */
  readonly over: Promise<void>
  close(): void
}

const PATIENCE_MS = 5000

/** The page, served by the process that the agents of this user and these settings share; undefined where there is none. */
export function openSharedPage(config: ShokoConfig, program: string): Promise<SharedPage | undefined> {
  const { folder, key } = sharedOrder(config, fileIdentity(program))
  const place = openMeetingPlace(folder)
  const name = socketName(key)
  const address = place?.socket(name) === 'there' ? place.address(name) : undefined
  if (address === undefined) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const { promise: over, resolve: ended } = Promise.withResolvers<void>()
    const socket = connect(address, () => socket.write(pageLine(key, config)))
    const patience = setTimeout(() => socket.destroy(), PATIENCE_MS)
    onLines(socket, (line) => {
      clearTimeout(patience)
      const answer = JSON.parse(line.toString('utf8')) as PageAnswer // of a process of our own, which knew the key
      if ('error' in answer) return void socket.destroy()
      resolve({ port: answer.port, over, close: () => void socket.destroy() })
    })
    socket.on('error', () => {}) // `close` follows
    socket.once('close', () => {
      clearTimeout(patience)
      ended()
      resolve(undefined) // unless there was an answer
    })
  })
}

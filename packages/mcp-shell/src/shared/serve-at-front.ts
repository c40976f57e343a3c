import { PassThrough, type Readable, type Writable } from 'node:stream'
import { fileIdentity, type MeetingPlace, openMeetingPlace } from '@shoko/core-fs/meeting-place'
import type { ShokoConfig } from '../config/variables.ts'
import { announcedFamilies } from '../families/announced.ts'
import { collectGarbage, createRestKeeper, REST_MS } from '../rest.ts'
import { youngHeap } from '../young-heap.ts'
import { type FrontEnd, serveFrontEnd } from './front-end.ts'
import { createGreeting } from './greeting.ts'
import { sharedOrder, socketName } from './identity.ts'
import { type Link, type LinkEvents, onLines } from './link.ts'
import { createCallFates } from './lost-call.ts'
import { reachShared } from './reach.ts'
import { noteServer } from './running.ts'

export interface AtFront {
  readonly config: ShokoConfig
  readonly streams: { readonly input: Readable; readonly output: Writable; readonly log: Writable }
  /** What runs this program, behind node: its file, then its arguments. */
  readonly program: readonly [string, ...string[]]
  /** Serves in this process; loaded when it comes to that. */
  readonly serveHere: () => Promise<ServeHere>
}

export type ServeHere = (streams: { readonly input: Readable; readonly output: Writable }) => {
  readonly done: Promise<void>
  close(): Promise<void>
}

/** A process that ends so often within a minute is not waited for again. */
const MOST_STARTS = 5
const WITHIN_MS = 60_000
/** A front end has greeted its client by then, and handed on the first questions. */
const STARTED_MS = 2000

/** Serves one client by the shared process of its settings; undefined where there can be none. */
export function serveAtFront({ config, streams, program, serveHere }: AtFront): FrontEnd | undefined {
  const order = sharedOrder(config, fileIdentity(program[0]))
  const place = openMeetingPlace(order.folder)
  if (place === undefined || !isUsable(place, socketName(order.key))) return undefined
  const over = new AbortController()
  const reached: number[] = []
  const reach = async (events: LinkEvents): Promise<Link> => {
    const now = performance.now()
    const isLasting = reached.filter((time) => now - time < WITHIN_MS).length < MOST_STARTS
    reached.push(now)
    youngHeap('stays')
    const link = isLasting ? await reachShared({ place, order, program, signal: over.signal }, events) : undefined
    if (link !== undefined) return link
    youngHeap('grows')
    return linkHere(await serveHere(), events)
  }
  const fates = createCallFates(announcedFamilies(config))
  const keeper = createRestKeeper(REST_MS, collectGarbage)
  // Starting has made room that handing on lines does not need.
  const started = setTimeout(() => void collectGarbage(() => true), STARTED_MS).unref()
  const onHeard = () => keeper.begin()()
  const front = serveFrontEnd({ streams, greeting: createGreeting(config), fates, reach, onHeard })
  const gone = noteServer('front', config.WORKSPACE_ROOT)
  void front.done.then(() => {
    gone()
    keeper.close()
    clearTimeout(started)
    over.abort()
  })
  return front
}

function isUsable(place: MeetingPlace, name: string): boolean {
  return place.address(name) !== undefined && place.socket(name) !== 'foreign'
}

/** The same as a link to another process, without one. */
function linkHere(serve: ServeHere, events: LinkEvents): Link {
  const input = new PassThrough()
  const output = new PassThrough()
  onLines(output, events.message)
  input.on('drain', events.drained)
  const { done } = serve({ input, output })
  void done.then(() => setImmediate(events.closed)) // what was written last is read before
  return {
    send: (line) => input.write(line),
    end: () => void input.end(),
    destroy: () => void input.end(),
    pause: () => void output.pause(),
    resume: () => void output.resume(),
  }
}

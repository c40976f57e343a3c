import type { Logger, OwnWrites } from '@shoko/contract'
import { openRoot, type RelativePath, type Root, watchTree } from '@shoko/core-fs'
import { SharedWatch } from '@shoko/follow'
import { CARDS_INDEX, GENERATED, RELATIONS_INDEX, TEMPLATES } from './paths.ts'

export interface BoardWatchOptions {
  readonly root: Root
  readonly logger: Logger
  /** Told of files that come from other machines; they need no watcher. */
  readonly arrivals?: OwnWrites | undefined
  /** For tests: what tells of changed files. */
  readonly watch?: typeof watchTree | undefined
}

/** The one watcher of a board: started when somebody asks for it, heard by its columns and by who announces changes. */
export function createBoardWatch({ root, logger, arrivals, watch = watchTree }: BoardWatchOptions): SharedWatch {
  const note = (trusted: boolean) => {
    if (!trusted) logger.log('warn', { event: 'kanban.watch_degraded' })
  }
  const shared = new SharedWatch(({ onChange, onState }) => {
    const opened = watch(root, {
      skip: isPassedOver,
      debounceMs: 0,
      onChange,
      onState: (trusted) => {
        note(trusted)
        onState(trusted)
      },
    })
    void opened.ready.then(() => note(opened.trusted))
    return opened
  })
  if (arrivals === undefined) return shared
  openRoot(root.absolutePath, { writes: arrivals }).onOwnWrite((path) => {
    if (!isPassedOver(path)) shared.publish({ paths: [path], overflow: false })
  })
  return shared
}

/** What the server itself derives from the cards, and what is not the board's content. */
function isPassedOver(path: RelativePath): boolean {
  const top = path.split('/', 1)[0]!
  return top.startsWith('.') || top === GENERATED || top === TEMPLATES || path === CARDS_INDEX || path === RELATIONS_INDEX
}

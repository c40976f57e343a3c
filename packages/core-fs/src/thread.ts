/** Loaded with the first thread, not with every start. */
const threads = () => process.getBuiltinModule('node:worker_threads')

/** What a thread sends: words to its owner while it works, and at the end its result or why there is none. */
type ThreadMessage = { readonly said: unknown } | { readonly result: unknown } | { readonly failure: unknown }

export interface ThreadJob {
  /** The module's name without its extension; it lies beside the module of `from`, in the sources as in every bundle. */
  readonly name: string
  /** `import.meta.url` of who asks. */
  readonly from: string
  readonly data: unknown
  /** How large its heap may grow; beyond, the thread ends, and `isOutOfMemory` knows its error. */
  readonly memoryMb?: number
  /** Answers what the thread says on its way. */
  readonly onSaid?: (said: unknown) => unknown
}

/** Runs one job in a thread of its own, which ends with it: what takes long there holds up nobody here. */
export function runInThread(job: ThreadJob): Promise<unknown> {
  const fromSource = job.from.endsWith('.ts')
  const worker = new (threads().Worker)(new URL(`./${job.name}${fromSource ? '.ts' : '.js'}`, job.from), {
    workerData: job.data,
    execArgv: fromSource ? ['--conditions=shoko-source'] : [],
    ...(job.memoryMb === undefined
      ? {}
      : { resourceLimits: { maxOldGenerationSizeMb: job.memoryMb, maxYoungGenerationSizeMb: 12 } }),
  })
  return new Promise<unknown>((resolve, reject) => {
    worker.on('message', (message: ThreadMessage) => {
      if ('said' in message) worker.postMessage(job.onSaid?.(message.said))
      else if ('result' in message) resolve(message.result)
      else reject(message.failure)
    })
    worker.on('error', reject)
    worker.on('exit', () => reject(new Error(`the thread ${job.name} stopped`)))
  }).finally(() => worker.terminate())
}

export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

/** The other side: does the job that this thread was started for. */
export async function serveThread(work: (data: unknown) => unknown): Promise<void> {
  const { parentPort, workerData } = threads()
  const send = (message: ThreadMessage) => parentPort?.postMessage(message)
  try {
    send({ result: await work(workerData) })
  } catch (failure) {
    send({ failure })
  }
}

/** Says something to the owner of this thread and waits for its answer. */
export function askOwner(said: unknown): Promise<unknown> {
  const { parentPort } = threads()
  return new Promise((resolve) => {
    parentPort?.once('message', resolve)
    parentPort?.postMessage({ said } satisfies ThreadMessage)
  })
}

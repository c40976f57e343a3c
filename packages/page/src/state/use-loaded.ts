import { useEffect, useState } from 'preact/hooks'
import { useApp } from './app.ts'

/**
 * What `load` gives for this key, read again whenever one of the resources has changed. Undefined until the first answer; what was
 * shown stays while the server is gone.
 */
export function useLoaded<T>(
  key: string | undefined,
  load: () => Promise<T>,
  uris: readonly string[] = [],
): T | Error | undefined {
  const { live } = useApp()
  const [state, setState] = useState<{ readonly key: string; readonly found: T | Error } | undefined>(undefined)
  useEffect(() => {
    if (key === undefined) return
    let isOver = false
    let isRunning = false
    let isStale = false
    const run = async () => {
      isStale = isRunning
      if (isRunning) return
      isRunning = true
      do {
        isStale = false
        const found = await load().catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
        if (isOver) return
        setState((before) => (found instanceof Error && before?.key === key ? before : { key, found }))
      } while (isStale)
      isRunning = false
    }
    void run()
    const ends = uris.map((uri) => live.want(uri, () => void run()))
    return () => {
      isOver = true
      for (const end of ends) end()
    }
  }, [key, live, uris.join('\n')])
  return state !== undefined && state.key === key ? state.found : undefined
}

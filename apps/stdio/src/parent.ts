const EVERY_MS = 1000

/** A client that is killed may leave our input open through a grandchild; an orphan is adopted by another process, which shows. */
export function onParentDeath(react: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    react()
  }, EVERY_MS)
  timer.unref()
}

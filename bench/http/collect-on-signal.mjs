// Loaded into a measured server: on SIGUSR2 it collects everything that is garbage and says what is left.
process.on('SIGUSR2', () => {
  globalThis.gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  const { rss, heapUsed, external } = process.memoryUsage()
  process.stderr.write(`${JSON.stringify({ event: 'bench.memory', rss, live: heapUsed + external })}\n`)
})

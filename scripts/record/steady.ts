/** A card id and a trace id that look like themselves, but for the last digit. */
const CARD = '01M7J00000000000000000000'
const TRACE = '7c2e9d40b1f84a6e93d05c1f7a8b3e2'
/** Of a file that holds the time at which it was made. */
const HASH = '37ce8619876'
/** Of a list; what it is made from may hold the day on which the files were laid. */
const VERSION = 'c4d'
const NOW = '2026-11-16T09:00:00.000Z'

/** Makes a recording the same on every day and every machine: only what is new or random each time is replaced. */
export function createSteadier(known: ReadonlySet<string>): (text: string) => string {
  const seen = new Map<string, string>()
  const stand = (kind: string, found: string, shown: (index: number) => string) => {
    const key = `${kind} ${found}`
    if (!seen.has(key)) seen.set(key, shown([...seen.keys()].filter((name) => name.startsWith(`${kind} `)).length))
    return seen.get(key)!
  }
  const today = new Date().toLocaleDateString('sv')
  const month = today.slice(0, 7).replace('-', '/')
  return (text) =>
    text
      .replaceAll(/\b01[0-9A-HJKMNP-TV-Z]{24}(?![0-9A-Z])/g, (id) =>
        known.has(id) ? id : stand('card', id, (index) => `${CARD}${index + 1}`),
      )
      .replaceAll(/\b[0-9a-f]{64}\b/g, (hash) => stand('hash', hash, (index) => `${HASH}${index + 1}…`))
      .replaceAll(/(?<="version": ")[0-9a-f]{16}(?=")/g, (version) =>
        stand('version', version, (index) => `${VERSION}${index + 1}…`),
      )
      .replaceAll(/\b[0-9a-f]{32}\b/g, (trace) => stand('trace', trace, (index) => `${TRACE}${index + 1}`))
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g, NOW)
      .replaceAll(today, NOW.slice(0, 10))
      .replaceAll(`done/${month}`, `done/${NOW.slice(0, 7).replace('-', '/')}`)
}

import { isRecord } from './document.ts'

const HIDDEN = '…'
const jsonTokens = /"(?:[^"\\\n]|\\.)*"(?<key>\s*:)?|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|[^\s{}[\],:"/]+/g
// A table's name begins with a bare word; that tells it from a list in a list.
const tomlTokens =
  /^[ \t]*\[\[?[ \t]*[\w-]+[^\n=]*\]|"""[\s\S]*?"""|'''[\s\S]*?'''|(?:"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s"'#[\]{},=]+)(?<key>[ \t]*=)?|#[^\r\n]*/gm

/**
 * A client's file as it may stand on a screen: keys and structure as they are, of the values only those that are
 * known to be harmless. Whatever else is in it (keys, tokens, comments of other servers) is hidden; lines stay lines.
 */
export function maskValues(text: string, format: 'json' | 'toml', harmless: ReadonlySet<string>): string {
  return text.replaceAll(format === 'json' ? jsonTokens : tomlTokens, (token, ...rest) => {
    const { key } = rest.at(-1) as { key?: string } // the groups of the pattern come last
    if (key !== undefined || isStructure(token, format) || isShown(token, harmless)) return token
    return hidden(token)
  })
}

/** What an entry of ours says that nobody has to hide: the command and its arguments, but nothing behind a flag for a secret. */
export function harmlessValues(entry: unknown): readonly string[] {
  if (!isRecord(entry)) return []
  const { command, args, type, url, httpUrl } = entry
  const words = [command, args].flat().filter((word) => typeof word === 'string')
  const secret = (word = '') => /token|secret|password|key/i.test(word)
  const shown = words.filter((word, index) => !(secret(words[index - 1]) || (secret(word) && word.includes('='))))
  const addresses = [url, httpUrl].filter((address) => typeof address === 'string' && !/[?#@]/.test(address))
  return [...shown, ...addresses, type].filter((value) => typeof value === 'string')
}

function isStructure(token: string, format: 'json' | 'toml'): boolean {
  return /^(true|false|null)$/.test(token) || (format === 'toml' && /^[ \t]*\[/.test(token))
}

function isShown(token: string, harmless: ReadonlySet<string>): boolean {
  if (token.startsWith("'")) return harmless.has(token.slice(1, -1))
  if (!token.startsWith('"') || token.startsWith('"""')) return false
  try {
    return harmless.has(JSON.parse(token) as string) // a token that begins with a quote is text
  } catch {
    return false
  }
}

function hidden(token: string): string {
  const lines = '\n'.repeat(token.split('\n').length - 1)
  if (token.startsWith('/*')) return `/* ${HIDDEN}${lines} */`
  const [comment] = /^(\/\/|#)/.exec(token) ?? []
  if (comment !== undefined) return `${comment} ${HIDDEN}`
  const [quote = ''] = /^("""|'''|"|')/.exec(token) ?? []
  return `${quote}${HIDDEN}${lines}${quote}`
}

import type { Answer, TestClient } from '../../packages/testkit/src/index.ts'
import { readableJson } from './json.ts'

/**
 * Fills the transcripts of a guide. Between `<!-- call TOOL {…} -->` and `<!-- end -->` stands what a real call on the demo workspace
 * answered; `"$name"` in the arguments is the latest value that an answer had under that name, `"$$name"` the one before it.
 */
export async function fillTranscripts(
  guide: string,
  { client, steady }: { readonly client: TestClient; readonly steady: (text: string) => string },
): Promise<string> {
  const latest = new Map<string, unknown>()
  let filled = ''
  let rest = 0
  for (const match of guide.matchAll(/<!-- call (?<tool>\S+) (?<args>\{.*?\}) -->\n.*?<!-- end -->/gs)) {
    const { tool = '', args = '' } = match.groups ?? {}
    const given = withLatest(JSON.parse(args), latest) as Record<string, unknown>
    const answer = await client.call(tool, given)
    if (answer.ok) remember(answer.output, latest)
    const block = steady(`→ ${tool} ${readableJson(given)}\n← ${readableJson(shown(answer))}`)
    filled += `${guide.slice(rest, match.index)}<!-- call ${tool} ${args} -->\n\n\`\`\`text\n${block}\n\`\`\`\n\n<!-- end -->`
    rest = match.index + match[0].length
  }
  return filled + guide.slice(rest)
}

function shown(answer: Answer): unknown {
  if (answer.ok) return answer.output
  return 'rpc' in answer ? answer.rpc : answer.error
}

function withLatest(value: unknown, latest: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string' && value.startsWith('$')) {
    if (!latest.has(value.slice(1))) throw new Error(`no answer before this call has ${value.slice(1)}`)
    return latest.get(value.slice(1))
  }
  if (Array.isArray(value)) return value.map((item) => withLatest(item, latest))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withLatest(member, latest)]))
}

function remember(value: unknown, latest: Map<string, unknown>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, member] of Object.entries(value).reverse()) {
    remember(member, latest)
    if (Array.isArray(value) || latest.get(key) === member) continue
    if (latest.has(key)) latest.set(`$${key}`, latest.get(key))
    latest.set(key, member)
  }
}

/** The data of the first event that has any; an event without data only tells its id. */
export function firstMessage(text: string): string | undefined {
  for (const event of text.split('\n\n').slice(0, -1)) {
    const data = event
      .split('\n')
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).trimStart())
      .join('\n')
    if (data !== '') return data
  }
  return undefined
}

/** A message without a method answers something. The first bytes usually tell, and answers can be long. */
export function isAnswer(message: string): boolean {
  if (/^\{("jsonrpc":"2\.0",)?("id":[^,{]{1,80},)?"(result|error)":/.test(message)) return true
  return (JSON.parse(message) as { method?: unknown }).method === undefined
}

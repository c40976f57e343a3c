import { version } from '../version.ts'

export const serverInfo = { name: 'shoko', title: 'Shoko', version }

export function capabilitiesOf({
  resources,
  prompts,
}: {
  readonly resources: readonly unknown[]
  readonly prompts: readonly unknown[]
}) {
  const completes = resources.length > 0 || prompts.length > 0
  return {
    tools: {},
    ...(resources.length > 0 ? { resources: { subscribe: true } } : {}),
    ...(prompts.length > 0 ? { prompts: {} } : {}),
    ...(completes ? { completions: {} } : {}),
  }
}

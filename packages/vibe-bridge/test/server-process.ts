import { createTask, logSession, openVibe, reindex, search } from '../src/index.ts'

/** One of several servers on a workspace: writes, and checks after each write that its own work can be found. */
const [root = '', name = '', rounds = '0'] = process.argv.slice(2)
const ctx = openVibe({ root })
const numbers: string[] = []
const problems: string[] = []
const { total_matches: seen } = await search(ctx, { query: 'needle' })
if (seen < 100) problems.push(`${name}: partial index at start (${seen})`)
for (let round = 0; round < Number(rounds); round++) {
  const word = `word${name}x${round}`
  const { task, indexed } = await createTask(ctx, {
    project: 'p',
    title: `Task of ${name}`,
    objective: word,
    steps: [],
    acceptance_criteria: [],
  })
  numbers.push(task.number)
  await logSession(ctx, { project: 'p', content: `entry ${name}-${round}.` })
  if (round === 2) await reindex(ctx, { full: true })
  const found = await search(ctx, { query: word })
  const needles = await search(ctx, { query: 'needle' })
  if (!indexed || found.total_matches !== 1) problems.push(`${name}: task ${round} not found (${found.total_matches})`)
  if (needles.total_matches !== 100) problems.push(`${name}: ${needles.total_matches} needles`)
}
await ctx.close()
process.stdout.write(JSON.stringify({ numbers, problems }))

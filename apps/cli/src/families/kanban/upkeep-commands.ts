import { oneLine } from '@shoko/contract'
import { compactBoard, furnishBoard, lintBoard } from '@shoko/kanban-bridge'
import { boardValue, type Command, flag, one, textValue, UsageError } from './command.ts'

export const initCommand: Command = {
  usage: 'init [PATH]',
  summary: 'make a board of the first root, or of a folder below it',
  positionals: { min: 0, max: 1 },
  async run(ctx, args) {
    const { board } = await ctx.boards.initialize(args.positionals[0] ?? boardValue(args))
    const created = await furnishBoard(board)
    const text =
      created.length > 0 ? `board ${board.name}: created ${created.join(', ')}` : `board ${board.name} is complete already`
    return { text, json: { board: board.name, created } }
  },
}

export const lintCommand: Command = {
  usage: 'lint [--fail-on error|warn]',
  summary: 'find dangling relations, cycles, broken cards, full columns',
  options: { 'fail-on': one },
  async run(ctx, args) {
    const failOn = textValue(args, 'fail-on') ?? 'error'
    if (failOn !== 'error' && failOn !== 'warn')
      throw new UsageError(`--fail-on: must be error or warn (got ${JSON.stringify(failOn)})`)
    const issues = await lintBoard(await ctx.boards.find(boardValue(args)))
    const errors = issues.filter(({ level }) => level === 'error').length
    const warnings = issues.length - errors
    const failed = errors > 0 || (failOn === 'warn' && warnings > 0)
    const lines = issues.map(({ level, message }) => oneLine(`${level}: ${message}`))
    return {
      text: [
        ...lines,
        `${errors} ${errors === 1 ? 'error' : 'errors'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
      ].join('\n'),
      json: { issues, errors, warnings },
      exitCode: failed ? 1 : 0,
    }
  },
}

export const reindexCommand: Command = {
  usage: 'reindex',
  summary: 'write cards.ndjson and relations.ndjson anew',
  async run(ctx, args) {
    const board = await ctx.boards.resolve(boardValue(args))
    const counts = await board.change(() => board.files.rebuild())
    return { text: `${counts.cards} cards, ${counts.relations} relations`, json: counts }
  },
}

export const compactCommand: Command = {
  usage: 'compact [--dry-run]',
  summary: 'remove equal copies, sort done cards into their months, rewrite the indexes',
  options: { 'dry-run': flag },
  async run(ctx, args) {
    const dryRun = args.values['dry-run'] === true
    const actions = await compactBoard(await ctx.boards.resolve(boardValue(args)), { dryRun })
    const lines = actions.map(({ action, path, to }) =>
      oneLine(to === undefined ? `${action} ${path}` : `${action} ${path} -> ${to}`),
    )
    return { text: [...lines, dryRun ? 'nothing was changed' : 'done'].join('\n'), json: { dryRun, actions } }
  },
}

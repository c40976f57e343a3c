import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { systemClock } from '@shoko/contract'
import { exportBoard } from '@shoko/kanban-bridge'
import { err, out } from '../terminal/output.ts'
import { boardCommand } from './board-command.ts'

const USAGE = 'usage: shoko export FILE.html [--board NAME|PATH] [--force]'

interface Request {
  readonly file: string
  readonly word: string
  readonly force: boolean
}

/** The board as one file that can be mailed: no server, no script, no request to anywhere. */
export const exportFile = boardCommand<Request>({
  name: 'export',
  read: readRequest,
  run: async (kanban, request) => save(request, await exportBoard(await kanban.boards.resolve(request.word), systemClock)),
})

function readRequest(argv: readonly string[]): Request | string {
  try {
    const options = { board: { type: 'string', short: 'b' }, force: { type: 'boolean', short: 'f' } } as const
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true })
    const [file, ...others] = positionals
    if (file === undefined || others.length > 0) return USAGE
    if (!/\.html?$/i.test(file)) return `the file is named .html (got ${JSON.stringify(file)})\n${USAGE}`
    return { file, word: values.board ?? '.', force: values.force ?? false }
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n${USAGE}`
  }
}

/** A file that is there is replaced whole, and only when that was asked for. */
function save({ file, force }: Request, text: string): number {
  const target = force ? `${file}.${process.pid}.part` : file
  try {
    writeFileSync(target, text, { flag: 'wx' })
    if (force) renameSync(target, file)
  } catch (error) {
    if (force) rmSync(target, { force: true })
    const { code, message } = error as NodeJS.ErrnoException
    err.write(`shoko export: ${code === 'EEXIST' ? `${file} is there already; --force replaces it` : message}\n`)
    return 1
  }
  out.write(`${file}  ${Math.ceil(Buffer.byteLength(text) / 1000)} kB, opens in any browser, asks for nothing\n`)
  return 0
}

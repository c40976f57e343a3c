import { runSharedProcess, type SharedOrder } from '@shoko/mcp-shell/shared-process'
import { loadViews } from './run.ts'

/** Is the process that several servers share; what it is to serve comes on its input. */
export async function runShared(): Promise<number> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  return runSharedProcess(JSON.parse(text) as SharedOrder, { views: loadViews, page: loadPage }) // of the process that started this one
}

async function loadPage() {
  return (await import('@shoko/page')).pageFiles
}

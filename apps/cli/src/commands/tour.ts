import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type DemoSession, openDemo } from '../demo/demo-session.ts'
import { err, out } from '../terminal/output.ts'
import { columnsOf, style, type TextStyle } from '../terminal/paint.ts'
import { type Accent, playTour, type Stage } from '../tour/play.ts'
import { type Language, languageOf, languages, texts } from '../tour/texts.ts'

const styles: Readonly<Record<Accent, TextStyle>> = {
  title: ['bold', 'cyan'],
  says: 'bold',
  call: 'yellow',
  answer: 'reset',
  reason: 'dim',
}
const WIDEST = 100
const STOPPED = 130

/** A scripted session on a copy of the demo workspace: `shoko tour [--lang en|ja|es] [--fast] [--json]`. */
export async function tour(argv: readonly string[]): Promise<number> {
  const options = readOptions(argv)
  if (typeof options === 'string') {
    err.write(`shoko tour: ${options}\n`)
    return 2
  }
  const abort = new AbortController()
  const stop = () => abort.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  const session = openDemo(abort.signal)
  try {
    await show(session, options, abort.signal)
  } catch (error) {
    if (!abort.signal.aborted) throw error
  } finally {
    await session.close()
  }
  const words = texts[options.language]
  if (!options.json) out.write(`\n${abort.signal.aborted ? words.stopped : words.end.join('\n')}\n`)
  return abort.signal.aborted ? STOPPED : 0
}

interface TourOptions {
  readonly language: Language
  readonly fast: boolean
  readonly json: boolean
}

function readOptions(argv: readonly string[]): TourOptions | string {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { lang: { type: 'string' }, fast: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
    })
    const language = values.lang === undefined ? languageOf(process.env) : languages.find((known) => known === values.lang)
    if (language === undefined) return `--lang is one of ${languages.join(', ')} (got ${JSON.stringify(values.lang)})`
    return { language, fast: values.fast, json: values.json }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function show(session: DemoSession, { language, fast, json }: TourOptions, signal: AbortSignal): Promise<void> {
  const stage: Stage = {
    columns: Math.min(columnsOf(), WIDEST),
    print: (line) => json || out.write(`${line}\n`),
    paint: (accent, text) => style(styles[accent], text),
    pause:
      fast || json || !process.stdout.isTTY
        ? async () => {}
        : (milliseconds) => sleep(milliseconds, undefined, { signal }).catch(() => {}),
    signal,
  }
  const played = await playTour(session, texts[language], stage)
  if (json) out.write(`${JSON.stringify({ language, calls: played }, null, 2)}\n`)
}

import type { Answer, DemoSession } from '../demo/demo-session.ts'
import { clip } from '../terminal/width.ts'
import { type TourCall, tourSteps } from './script.ts'
import { showAnswer } from './show.ts'
import type { TourTexts } from './texts.ts'
import { wrap } from './wrap.ts'

export type Accent = 'title' | 'says' | 'call' | 'answer' | 'reason'

export interface Stage {
  readonly columns: number
  readonly print: (line: string) => void
  readonly paint: (accent: Accent, text: string) => string
  /** Gives people time to read what was printed last; ends at once when the tour is stopped. */
  readonly pause: (milliseconds: number) => Promise<void>
  readonly signal: AbortSignal
}

export interface PlayedCall {
  readonly tool: string
  readonly args: Answer
  readonly answer: Answer
}

/** Long enough to read a step, short enough that all six take about a minute. */
const READ_CALL_MS = 1_800
const READ_STEP_MS = 5_000
const INDENT = '   '

/** Plays the tour step by step, and returns what was called; stops between two calls when the signal says so. */
export async function playTour(session: DemoSession, texts: TourTexts, stage: Stage): Promise<readonly PlayedCall[]> {
  const played: PlayedCall[] = []
  const say = (accent: Accent, text: string, indent = INDENT) => {
    for (const line of wrap(text, stage.columns - indent.length)) stage.print(`${indent}${stage.paint(accent, line)}`)
  }
  say('reason', texts.welcome, '')
  await stage.pause(READ_STEP_MS)
  for (const [index, step] of tourSteps(texts).entries()) {
    if (stage.signal.aborted) break
    stage.print('')
    stage.print(stage.paint('title', `${index + 1}. ${step.texts.title}`))
    say('says', `${texts.you}: ${step.texts.says}`)
    await stage.pause(READ_CALL_MS)
    for (const call of step.calls) {
      if (stage.signal.aborted) break
      played.push(await makeCall(session, call, played))
      showCall(played.at(-1)!, { texts, stage })
      await stage.pause(READ_CALL_MS)
    }
    say('reason', `${texts.why}: ${step.texts.because}`)
    await stage.pause(READ_STEP_MS)
  }
  return played
}

async function makeCall(session: DemoSession, call: TourCall, played: readonly PlayedCall[]): Promise<PlayedCall> {
  const args = call.args(played.map(({ answer }) => answer))
  return { tool: call.tool, args, answer: await session.call(call.tool, args) }
}

function showCall(
  { tool, args, answer }: PlayedCall,
  { texts, stage }: { readonly texts: TourTexts; readonly stage: Stage },
): void {
  const width = stage.columns - INDENT.length - 2
  stage.print(`${INDENT}${stage.paint('call', `→ ${clip(`${tool} ${JSON.stringify(args)}`, width)}`)}`)
  for (const line of showAnswer(tool, answer, texts.more))
    for (const part of wrap(line, width)) stage.print(part === '' ? '' : `${INDENT}${stage.paint('answer', `  ${part}`)}`)
}

import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cliMain, connect, demoWorkspace, runProgram } from '../../packages/testkit/src/index.ts'
import { knownCards } from './known-cards.ts'
import { createSteadier } from './steady.ts'
import { languageNames, tourPage } from './tour-page.ts'
import { fillTranscripts } from './transcript.ts'

export const root = resolve(import.meta.dirname, '../..')
const guides = readdirSync(join(root, 'docs/guides')).filter((name) => /^(vault|audit|manual|kanban|vibe)\.md$/.test(name))

/** Every page that is recorded from the built programs, by its path, with how to record it. */
export const recordedPages: Readonly<Record<string, () => Promise<string>>> = {
  ...Object.fromEntries(guides.map((name) => [`docs/guides/${name}`, () => recordGuide(`docs/guides/${name}`)])),
  ...Object.fromEntries(
    Object.keys(languageNames).map((language) => [
      `docs/tour${language === 'en' ? '' : `.${language}`}.md`,
      () => recordTour(language),
    ]),
  ),
}

async function recordGuide(path: string): Promise<string> {
  const workspace = demoWorkspace()
  const client = await connect({ transport: 'stdio', env: workspace.env }, 'v2-auto')
  try {
    return await fillTranscripts(readFileSync(join(root, path), 'utf8'), { client, steady: createSteadier(knownCards()) })
  } finally {
    await client.close()
    workspace.remove()
  }
}

async function recordTour(language: string): Promise<string> {
  const { code, stdout, stderr } = await runProgram(cliMain, { args: ['tour', '--lang', language] })
  if (code !== 0) throw new Error(`shoko tour --lang ${language} ended with ${code}: ${stderr}`)
  return tourPage(language, createSteadier(knownCards())(stdout))
}

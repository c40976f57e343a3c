import type { Edge } from './relations.ts'

export function danglingEdge({ type, from, to }: Edge): string {
  return `dangling ${type}: ${from} -> ${to}`
}

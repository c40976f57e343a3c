import { homedir } from 'node:os'
import type { Machine } from '../clients/client.ts'

export function thisMachine(): Machine {
  return { platform: process.platform, home: homedir(), cwd: process.cwd(), env: process.env }
}

import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Machine } from '../clients/client.ts'
import { selfCommand } from '../setup/self-command.ts'

export function thisMachine(): Machine {
  return { platform: process.platform, home: homedir(), cwd: process.cwd(), env: process.env }
}

/** The folder of the program that runs: that of its chunks. */
export function builtFolder(): string {
  return existsSync(join(import.meta.dirname, 'main.js')) ? import.meta.dirname : dirname(process.argv[1] ?? '')
}

/** How this program is called here, for advice that is to be typed. */
export function self(): string {
  return selfCommand(thisMachine(), { built: builtFolder(), script: process.argv[1] ?? '', node: process.execPath })
}

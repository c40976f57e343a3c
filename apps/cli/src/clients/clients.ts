import { claudeCode } from './claude-code.ts'
import { claudeDesktop } from './claude-desktop.ts'
import type { Client } from './client.ts'
import { cline } from './cline.ts'
import { codex } from './codex.ts'
import { cursor } from './cursor.ts'
import { gemini } from './gemini.ts'
import { opencode } from './opencode.ts'
import { vscode } from './vscode.ts'

export const clients: readonly Client[] = [claudeCode, claudeDesktop, codex, cursor, vscode, gemini, opencode, cline]

import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DomainError } from '@shoko/contract'
import { type Change, planInstall, planUninstall } from '../clients/change.ts'
import type { Client, ClientId, Machine, Scope, Server } from '../clients/client.ts'
import { applyChange, backupPathOf, type ClientFile, readClientFile } from '../clients/client-file.ts'
import { type DocumentFormat, entryIn } from '../clients/document.ts'
import { jsonDocument } from '../clients/json-document.ts'
import { harmlessValues } from '../clients/mask.ts'
import { tomlDocument } from '../clients/toml-document.ts'
import { isDirectory } from './found.ts'
import { planSettingsChange, planSettingsRemoval, render, type SettingsPlan, settingsValues } from './settings-file.ts'

export const SERVER_NAME = 'shoko'

/** One file, and what is to become of it. */
export interface PlannedFile {
  readonly role: 'settings' | ClientId
  readonly title: string
  readonly path: string
  readonly change: Change
  readonly format: Client['format']
  /** Values that may be shown when the change is. */
  readonly harmless: readonly string[]
  /** For pasting, where the file is left alone. */
  readonly byHand?: string
  /** What makes the program read its file. */
  readonly after?: string
  readonly beware?: string
  readonly file: ClientFile | undefined
}

export interface Outcome {
  readonly planned: PlannedFile
  readonly backup?: string
  readonly problem?: string
}

export const formats: Readonly<Record<Client['format'], DocumentFormat>> = { json: jsonDocument, toml: tomlDocument }

export async function planSettingsFile(plan: SettingsPlan): Promise<PlannedFile> {
  const file = await readClientFile(plan.path)
  const change: Change = file === undefined ? { kind: 'unclear', before: '' } : planSettingsChange(file.files.text, plan)
  const harmless = Object.values(plan.values).flat()
  return {
    role: 'settings',
    title: 'Settings',
    path: plan.path,
    change,
    format: 'toml',
    harmless,
    byHand: render(plan.values),
    file,
  }
}

/** Undefined: this client cannot have such an entry, or no such file. */
export async function planClient(
  client: Client,
  { machine, scope, server }: { readonly machine: Machine; readonly scope: Scope; readonly server: Server },
): Promise<PlannedFile | undefined> {
  const path = await clientFilePath(client, machine, scope)
  const entry = client.entry(server)
  if (path === undefined || entry === undefined) return undefined
  const slot = { path: client.path, name: SERVER_NAME, entry }
  const file = await readClientFile(path)
  const change: Change =
    file === undefined ? { kind: 'unclear', before: '' } : planInstall(formats[client.format], file.files, slot)
  const byHand = formats[client.format].insert('', slot) ?? ''
  const harmless = [...harmlessValues(entry), ...harmlessValues(presentEntry(client, file))]
  const beware = client.beware?.[scope] === undefined ? {} : { beware: client.beware[scope] }
  return { ...plannedFor(client, { path, change, file }), harmless, byHand, ...beware }
}

export async function planClientRemoval(client: Client, machine: Machine, scope: Scope): Promise<PlannedFile | undefined> {
  const path = await clientFilePath(client, machine, scope)
  const file = path === undefined ? undefined : await readClientFile(path)
  if (path === undefined || file === undefined) return undefined
  const change = planUninstall(formats[client.format], file.files, { path: client.path, name: SERVER_NAME })
  return { ...plannedFor(client, { path, change, file }), harmless: harmlessValues(presentEntry(client, file)) }
}

function plannedFor(
  { id, title, format, after }: Client,
  plan: Pick<PlannedFile, 'path' | 'change' | 'file'>,
): Omit<PlannedFile, 'harmless'> {
  return { role: id, title, format, after, ...plan }
}

export async function planSettingsFileRemoval(path: string): Promise<PlannedFile | undefined> {
  const file = await readClientFile(path)
  if (file === undefined) return undefined
  const change = planSettingsRemoval(file.files.text)
  return { role: 'settings', title: 'Settings', path, change, format: 'toml', harmless: settingsValues(file.files.text), file }
}

function presentEntry(client: Client, file: ClientFile | undefined): unknown {
  const document = file?.files.text === undefined ? undefined : formats[client.format].parse(file.files.text)
  return document === undefined ? undefined : entryIn(document, { path: client.path, name: SERVER_NAME })
}

/** The file of a client: of several places the first that is there, else the first whose folder is, else the last. */
export async function clientFilePath(client: Client, machine: Machine, scope: Scope): Promise<string | undefined> {
  const places = (scope === 'project' ? client.projectFiles?.(machine) : client.userFiles(machine)) ?? []
  for (const place of places) if (existsSync(place)) return place
  const folders = new Set(places.map((place) => dirname(place)))
  if (folders.size > 1) for (const place of places) if (await isDirectory(dirname(place))) return place
  return places.at(-1)
}

export function isChanging({ change }: PlannedFile): boolean {
  return change.kind === 'write' || change.kind === 'restore' || change.kind === 'delete'
}

/** A file that cannot be written does not keep the others from it. */
export async function carryOut(planned: PlannedFile): Promise<Outcome> {
  const { file, change, path } = planned
  if (file === undefined) return { planned }
  try {
    await applyChange(file, change)
    const hasBackup = change.kind === 'write' && (change.backup === 'make' || change.backup === 'keep')
    return hasBackup ? { planned, backup: backupPathOf(path) } : { planned }
  } catch (error) {
    if (!(error instanceof DomainError) && !(error instanceof Error && 'code' in error)) throw error
    return { planned, problem: error.message }
  }
}

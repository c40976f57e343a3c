import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

interface Metafile {
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>>
}

interface Dependency {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly text: string
}

const folderPattern = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//

/** Every package that has a byte in the bundle, with its licence as it ships it. Throws when one has none: such code cannot be shipped. */
export function thirdPartyNotices({
  metafiles,
  from,
}: {
  readonly metafiles: readonly Metafile[]
  readonly from: string
}): string {
  const dependencies = metafiles.flatMap(bundledFolders).map((folder) => describe(resolve(from, folder)))
  const sections = [...new Map(dependencies.map((each) => [`${each.name} ${each.version}`, each])).values()]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, version, license, text }) => `${name} ${version} (${license})\n\n${text.trim()}\n`)
  const rule = `\n${'-'.repeat(80)}\n\n`
  return `This program contains code of the following packages.\n${rule}${sections.join(rule)}`
}

function bundledFolders({ outputs }: Metafile): string[] {
  const inputs = Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  )
  return [...new Set(inputs.flatMap((path) => folderPattern.exec(path)?.[1] ?? []))]
}

function describe(folder: string): Dependency {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Partial<Dependency>
  if (name === undefined || version === undefined || license === undefined)
    throw new Error(`${folder}: no name, version or licence`)
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file === undefined ? readmeLicence(folder) : readFileSync(join(folder, file), 'utf8')
  if (text === undefined) throw new Error(`${name}: ships no text of its licence (${license})`)
  return { name, version, license, text }
}

/** Some packages keep the text at the end of their README. */
function readmeLicence(folder: string): string | undefined {
  const path = join(folder, 'README.md')
  if (!existsSync(path)) return undefined
  return /^#+ *licen[cs]e\b.*\n+([\s\S]+)$/im.exec(readFileSync(path, 'utf8'))?.[1]
}

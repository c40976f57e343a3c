import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packExtension } from '@anthropic-ai/mcpb/cli'
import { createRuntime, flatName, loadConfig } from '@shoko/mcp-shell'

/** Packs the staged package into one file that Claude Desktop installs by a double click; refuses a manifest that its schema refuses. */
export async function packBundle(options: {
  readonly root: string
  readonly staged: string
  readonly output: string
}): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'shoko-mcpb-'))
  try {
    mkdirSync(join(folder, 'server'))
    for (const part of ['bin', 'dist', 'package.json', 'LICENSE', 'THIRD-PARTY-NOTICES.txt'])
      cpSync(join(options.staged, part), join(folder, 'server', part), { recursive: true })
    writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(bundleManifest(options), null, 2)}\n`)
    const packed = await packExtension({ extensionPath: folder, outputPath: options.output, silent: true })
    if (!packed) throw new Error('the bundle could not be packed; is distribution/mcpb/manifest.json valid?')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The version and the list of tools come from the code; the rest is written by hand. */
function bundleManifest({ root, staged }: { readonly root: string; readonly staged: string }): Readonly<Record<string, unknown>> {
  const written = JSON.parse(readFileSync(join(root, 'distribution/mcpb/manifest.json'), 'utf8'))
  const { version } = JSON.parse(readFileSync(join(staged, 'package.json'), 'utf8'))
  return { ...written, version, tools: listedTools() }
}

function listedTools(): readonly { readonly name: string; readonly description: string }[] {
  const { config } = loadConfig({
    argv: [],
    env: {},
    cwd: '/workspace',
    home: '/home',
    readFile: () => undefined,
    realPath: (path) => path,
  })
  const { tools } = createRuntime(config, { logger: { log: () => {} } })
  return tools.map(({ name, description }) => ({
    name: flatName(name),
    description: /^.*?[.](?= |$)/s.exec(description)?.[0] ?? description,
  }))
}

import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A workspace as somebody could hand it over, with what lies outside it and must neither be read nor changed. */
export interface Ground {
  readonly workspace: string
  readonly outside: string
  readonly cache: string
  /** An index that a server has made of this workspace. */
  readonly index: string
}

export interface Trap {
  readonly name: string
  plant(ground: Ground): void
}

/** Stands in everything outside; no answer may hold it. */
export const SECRET = 'the-secret-of-the-house'
/** Stands in planted indexes and caches; no answer may hold it. */
export const LIE = 'a-planted-lie'
const NOBODY = 65_534

const OWN_FILES = {
  'the lock of the vault': 'vault/.system/shoko/lock.db',
  'the lock of the board': '.kanban/.shoko/lock.db',
  "the lock of the board's index": '.kanban/.shoko/index-lock.db',
  'the lock of the projects': '.vibe-index/.shoko/index.lock.db',
  'the lock of a project': '.vibe-index/.shoko/projects/kura-app.lock.db',
  'the index of the projects': '.vibe-index/index.db',
} as const

type Planting = (place: string, ground: Ground) => void

/** What can stand in the place of a file that a server makes for itself. */
const IN_ITS_PLACE: Readonly<Record<string, Planting>> = {
  'a link to a database outside': (place, { outside }) => symlinkSync(join(outside, 'victim.db'), place),
  'a link to a note outside': (place, { outside }) => symlinkSync(join(outside, 'secret.md'), place),
  'a link to nothing outside': (place, { outside }) => symlinkSync(join(outside, 'made-by-us.db'), place),
  'a FIFO': (place) => void execFileSync('mkfifo', [place]),
  'a folder': (place) => mkdirSync(place),
  'a file of zeros': (place) => writeFileSync(place, Buffer.alloc(8192)),
  'a file that others may write': (place) => {
    writeFileSync(place, '')
    chmodSync(place, 0o666)
  },
  'a file of another user': (place) => {
    writeFileSync(place, '')
    giveAway(place)
  },
  'a database with a hot journal': (place) => {
    execute(place, 'CREATE TABLE t (x); INSERT INTO t VALUES (1)')
    writeFileSync(`${place}-journal`, hotJournal())
  },
  'a journal alone': (place) => writeFileSync(`${place}-journal`, hotJournal()),
  'a journal that is a link': (place, { outside }) => {
    writeFileSync(place, '')
    symlinkSync(join(outside, 'victim.db'), `${place}-journal`)
  },
  'a write-ahead log that is a link': (place, { outside }) => symlinkSync(join(outside, 'secret.md'), `${place}-wal`),
  'a database with a trigger': (place) =>
    execute(place, 'CREATE TABLE t (x); CREATE TRIGGER tr AFTER INSERT ON t BEGIN DELETE FROM t; END'),
  'a database with a view without end': (place) =>
    execute(
      place,
      'CREATE VIEW counters AS WITH RECURSIVE n(name, value) AS (SELECT 1, 1 UNION ALL SELECT 1, 1 FROM n) SELECT * FROM n',
    ),
}

/** A true index with rows that somebody has changed. */
const LYING = `UPDATE chunk_bodies SET body = '${LIE}'; UPDATE documents SET title = '${LIE}'; UPDATE chunks SET heading = '${LIE}'`
const LIES: Readonly<Record<string, Planting>> = {
  'an edited index that others can read': (place) => {
    execute(place, LYING)
    chmodSync(place, 0o644)
  },
  'an edited index of another user': (place) => {
    execute(place, LYING)
    giveAway(place)
  },
  'an edited index with a trigger': (place) =>
    execute(place, `${LYING}; CREATE TRIGGER tr AFTER INSERT ON documents BEGIN DELETE FROM projects; END`),
  'an edited index behind a link': (place, { outside }) => {
    execute(place, LYING)
    renameSync(place, join(outside, 'index.db'))
    symlinkSync(join(outside, 'index.db'), place)
  },
}

/** Links in the place of what holds people's files. */
const LINKS: Readonly<Record<string, readonly [path: string, target: string]>> = {
  'the vault is a link': ['vault', ''],
  'the manuals are a link': ['manuals', ''],
  'the board is a link': ['.kanban', ''],
  'the projects are a link': ['vibe', ''],
  'a folder of the vault is a link': ['vault/projects', ''],
  'a note is a link': ['vault/README.md', 'secret.md'],
  "the vault's own folder is a link": ['vault/.system', ''],
  'a manual is a link': ['manuals/manual-maquina', ''],
  'a page of a manual is a link': ['manuals/hoken-tetsuzuki/README.md', 'secret.md'],
  'a column is a link': ['.kanban/doing', ''],
  "the board's own folder is a link": ['.kanban/.shoko', ''],
  'the notes of the cards are a link': ['.kanban/notes', ''],
  'the columns of the board are a link': ['.kanban/columns.toml', 'secret.md'],
  'a project is a link': ['vibe/kura-app', ''],
  'a folder of a project is a link': ['vibe/kura-app/tasks', ''],
  'the status of a project is a link': ['vibe/kura-app/status.md', 'secret.md'],
  'the folder of the index is a link': ['.vibe-index', ''],
}

const SETTINGS: Readonly<Record<string, string>> = {
  'settings that open the server':
    'HTTP_HOST = "0.0.0.0"\nOAUTH_ISSUER = "http://127.0.0.1:9"\nHTTP_ALLOWED_ORIGINS = ["http://x"]\n',
  'settings that lead outside': 'VAULT_ROOT = "../outside"\n',
  'settings with an absolute root': 'VIBE_ROOT = "/etc"\nMANUALS = ["etc=/etc"]\n',
  'settings with a board outside': 'KANBAN_ROOTS = ["../outside"]\n',
  'settings that allow writing': 'SHOKO_READ_ONLY = false\nSHOKO_AUTH_TOKEN = "x"\n',
  'settings that are none': '= = =\n\u0000',
}

const CACHES: Readonly<Record<string, (ground: Ground) => void>> = {
  'the cache is a link': ({ cache, outside }) => swap(join(cache, 'shoko'), () => symlinkSync(outside, join(cache, 'shoko'))),
  'the cache is another user’s': ({ cache }) => {
    mkdirSync(join(cache, 'shoko'), { recursive: true })
    giveAway(join(cache, 'shoko'))
  },
  'the cache is open to all': ({ cache }) => {
    mkdirSync(join(cache, 'shoko'), { recursive: true })
    chmodSync(join(cache, 'shoko'), 0o777)
  },
  'the compiled code is a link': ({ cache, outside }) =>
    swap(join(cache, 'shoko/compiled'), () => symlinkSync(outside, join(cache, 'shoko/compiled'))),
  'the compiled code is another user’s': ({ cache }) => {
    mkdirSync(join(cache, 'shoko/compiled'), { recursive: true })
    giveAway(join(cache, 'shoko/compiled'))
  },
}

/** Every trap there is; those that give a file to another user only where that can be done. */
export function allTraps(): readonly Trap[] {
  const canGive = process.getuid?.() === 0
  return [
    ...Object.entries(OWN_FILES).flatMap(([what, path]) =>
      Object.entries(IN_ITS_PLACE).map(([how, plant]) => ({
        name: `${what}: ${how}`,
        plant: (ground: Ground) => swap(join(ground.workspace, path), (place) => plant(place, ground)),
      })),
    ),
    ...Object.entries(LIES).map(([name, plant]) => ({
      name,
      plant: (ground: Ground) =>
        swap(join(ground.workspace, OWN_FILES['the index of the projects']), (place) => {
          copyFileSync(ground.index, place)
          plant(place, ground)
        }),
    })),
    ...Object.entries(LINKS).map(([name, [path, target]]) => ({
      name,
      plant: ({ workspace, outside }: Ground) =>
        swap(join(workspace, path), (place) => symlinkSync(join(outside, target), place)),
    })),
    ...Object.entries(SETTINGS).map(([name, text]) => ({
      name,
      plant: ({ workspace }: Ground) => writeFileSync(join(workspace, 'shoko.toml'), text),
    })),
    {
      name: 'settings that are a link',
      plant: ({ workspace, outside }: Ground) =>
        swap(join(workspace, 'shoko.toml'), (place) => symlinkSync(join(outside, 'shoko.toml'), place)),
    },
    ...Object.entries(CACHES).map(([name, plant]) => ({ name, plant })),
  ].filter(({ name }) => canGive || !/another user/.test(name))
}

/** A workspace with what programs of others read in it, and a house beside it. */
export function makeGround(folder: string, { fixture, index }: { readonly fixture: string; readonly index: string }): Ground {
  const ground = { workspace: join(folder, 'workspace'), outside: join(folder, 'outside'), cache: join(folder, 'cache'), index }
  cpSync(fixture, ground.workspace, { recursive: true })
  mkdirSync(ground.cache)
  for (const name of ['backlog', 'doing', 'tasks', 'projects', 'shoko', '.shoko'])
    mkdirSync(join(ground.outside, name), { recursive: true })
  for (const name of [
    'secret.md',
    'status.md',
    'README.md',
    'tasks/001-secret.md',
    'doing/01ARZ3NDEKTSV4RRFFQ69G5FAV__secret.md',
  ])
    writeFileSync(join(ground.outside, name), `# ${SECRET}\n\nStatus: pending\n`)
  writeFileSync(join(ground.outside, 'shoko.toml'), 'VAULT_ROOT = "."\nSHOKO_READ_ONLY = false\n')
  execute(join(ground.outside, 'victim.db'), `CREATE TABLE t (x); INSERT INTO t VALUES ('${SECRET}')`)
  writeFileSync(join(ground.outside, 'victim.db-journal'), hotJournal())
  plantPrograms(ground)
  return ground
}

/** Files that run something when a program of the person finds them; none of them may change, and none may be run by us. */
export const PROGRAMS = ['.mcp.json', '.git/config', '.claude/settings.json', 'vault/.git/config', 'vault/.obsidian/app.json']

function plantPrograms({ workspace, outside }: Ground): void {
  const run = `touch ${join(outside, 'ran')}`
  const server = { command: 'sh', args: ['-c', run] }
  const texts: Readonly<Record<string, string>> = {
    '.mcp.json': JSON.stringify({ mcpServers: { shoko: server, other: server } }),
    '.git/config': `[core]\n\tfsmonitor = "${run}"\n`,
    'vault/.git/config': `[core]\n\tfsmonitor = "${run}"\n`,
    '.claude/settings.json': JSON.stringify({ hooks: { SessionStart: [{ hooks: [{ type: 'command', command: run }] }] } }),
    'vault/.obsidian/app.json': `{"note":"${SECRET}"}`,
  }
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), text)
  }
}

/** Takes away what stands at a place, and lets something else be put there; where a link stands on the way, nothing. */
function swap(place: string, plant: (place: string) => void): void {
  for (let parent = dirname(place); parent.length > 1; parent = dirname(parent))
    if (lstatSync(parent, { throwIfNoEntry: false })?.isSymbolicLink()) return
  if (existsSync(dirname(place)) && !lstatSync(dirname(place)).isDirectory()) return
  mkdirSync(dirname(place), { recursive: true })
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${place}${suffix}`, { recursive: true, force: true })
  plant(place)
}

function giveAway(place: string): void {
  chownSync(place, NOBODY, NOBODY)
}

function execute(place: string, sql: string): void {
  const database = new DatabaseSync(place)
  database.exec(sql)
  database.close()
}

/** One that says that the database has no pages any more. */
function hotJournal(): Buffer {
  const header = Buffer.alloc(512)
  Buffer.from('d9d505f920a163d7', 'hex').copy(header)
  header.writeUInt32BE(512, 20)
  header.writeUInt32BE(4096, 24)
  return header
}

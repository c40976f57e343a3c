import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { transact } from './database.ts'
import type { DocumentRow, FileState } from './document-row.ts'
import { statusWeight, typeWeight } from './ranking.ts'

/** What is known of an indexed file. A stamp is new with every change, so that a slow reader notices a quicker one. */
export interface KnownFile extends FileState {
  readonly id: number
  readonly stamp: number
}

export interface ProjectRow {
  readonly id: number
  readonly name: string
  readonly generation: number
  readonly building: number | null
}

export interface Replacement {
  readonly row: DocumentRow
  readonly seen: KnownFile | undefined
}

/** The writing side of the index: every method is one transaction. Paths are relative to the project. */
export interface Store {
  knownFiles(project: string): Map<string, KnownFile>
  knownFile(project: string, path: string): KnownFile | undefined
  /** One answer for each: false when somebody else has changed the row since `seen` was read; it is left alone then. */
  put(replacements: readonly Replacement[]): readonly boolean[]
  /** The file's times changed, its content did not. */
  touch(known: KnownFile, state: FileState): void
  remove(project: string, path: string): boolean
  projects(): readonly ProjectRow[]
  ensureProject(name: string): void
  removeProject(name: string): void
  /** Begins a second generation; whatever an interrupted rebuild left behind goes. */
  beginRebuild(project: string): void
  /** Adds to the generation that is being built, unless a writer has already put a newer version there. */
  putRebuilt(rows: readonly DocumentRow[]): void
  /** Searches see the new generation of all these projects from here on. */
  finishRebuild(projects: readonly string[]): void
  abandonRebuild(projects: readonly string[]): void
  /** Deletes some documents of generations that nobody sees; false when there are none left. */
  sweep(): boolean
  /** Joins some pieces of the full-text index; false when there is nothing left to join. */
  merge(): boolean
}

const SWEEP_DOCUMENTS = 50
/** Negative: all pieces, not only those of one size. */
const MERGE_PAGES = -500

export function createStore(database: DatabaseSync): Store {
  const sql = (text: string) => database.prepare(text)
  const selectProject = sql('SELECT id, name, generation, building FROM projects WHERE name = ?')
  const insertProject = sql('INSERT INTO projects (name) VALUES (?) ON CONFLICT DO NOTHING')
  const selectKnown = sql(
    `SELECT ${KNOWN} FROM documents d JOIN projects p ON p.id = d.project_id AND p.generation = d.generation WHERE p.name = ?`,
  )
  const selectOne = sql(`SELECT ${KNOWN} FROM documents d WHERE d.project_id = ? AND d.generation = ? AND d.path = ?`)
  const insertDocument = sql(INSERT_DOCUMENT)
  const insertChunk = sql(INSERT_CHUNK)
  const insertBody = sql('INSERT INTO chunk_bodies (chunk_id, line, body) VALUES (?, ?, ?)')
  const insertTokens = sql('INSERT INTO chunks_fts (rowid, heading, body, heading_stems, body_stems) VALUES (?, ?, ?, ?, ?)')
  const deleteTokens = sql('DELETE FROM chunks_fts WHERE rowid IN (SELECT id FROM chunks WHERE document_id = ?)')
  const deleteDocument = sql('DELETE FROM documents WHERE id = ?')
  const updateTimes = sql('UPDATE documents SET size = ?, mtime_ms = ?, ctime_ms = ? WHERE id = ? AND stamp = ?')
  const nextStamp = sql("UPDATE counters SET value = value + 1 WHERE name = 'stamp' RETURNING value")
  const setStale = sql("UPDATE counters SET value = ? WHERE name = 'stale'")
  const isBuilding = sql('SELECT 1 FROM projects WHERE building IS NOT NULL')
  const mergePieces = sql("INSERT INTO chunks_fts (chunks_fts, rank) VALUES ('merge', ?)")
  const totalChanges = sql('SELECT total_changes() AS changes')
  const selectStale = sql(`SELECT d.id FROM documents d JOIN projects p ON p.id = d.project_id
    WHERE d.generation <> p.generation AND d.generation IS NOT p.building LIMIT ${SWEEP_DOCUMENTS}`)

  return {
    knownFiles(project) {
      return new Map(selectKnown.all(project).map((row) => [String(row.path), knownOf(row)]))
    },
    knownFile(project, path) {
      const found = projectRow(project)
      return found === undefined ? undefined : documentAt(found, { generation: found.generation, path })
    },
    put: (replacements) => transact(database, () => replacements.map(putOne)),
    touch(known, state) {
      transact(database, () => updateTimes.run(state.size, state.mtimeMs, state.ctimeMs, known.id, known.stamp))
    },
    remove(name, path) {
      return transact(database, () => {
        const project = projectRow(name)
        if (project === undefined) return false
        const generations = [project.generation, ...(project.building === null ? [] : [project.building])]
        const found = generations.flatMap((generation) => documentAt(project, { generation, path }) ?? [])
        for (const document of found) drop(document.id)
        return found.length > 0
      })
    },
    projects: () => sql('SELECT id, name, generation, building FROM projects ORDER BY name').all().map(projectOf),
    ensureProject: (name) => void transact(database, () => insertProject.run(name)),
    removeProject(name) {
      transact(database, () => {
        const project = projectRow(name)
        if (project === undefined) return
        for (const { id } of sql('SELECT id FROM documents WHERE project_id = ?').all(project.id)) drop(Number(id))
        sql('DELETE FROM projects WHERE id = ?').run(project.id)
      })
    },
    beginRebuild(name) {
      transact(database, () => {
        const project = requireProject(name)
        const building = Number(
          sql('SELECT max(generation) AS last FROM documents WHERE project_id = ?').get(project.id)?.last ?? 0,
        )
        setStale.run(1)
        sql('UPDATE projects SET building = ? WHERE id = ?').run(Math.max(building, project.generation) + 1, project.id)
      })
    },
    putRebuilt: (rows) => transact(database, () => rows.forEach(putOneRebuilt)),
    finishRebuild: (names) => endRebuild(names, 'generation = building, building = NULL'),
    abandonRebuild: (names) => endRebuild(names, 'building = NULL'),
    sweep() {
      return transact(database, () => {
        const stale = selectStale.all()
        for (const { id } of stale) drop(Number(id))
        if (stale.length === 0) setStale.run(isBuilding.get() === undefined ? 0 : 1)
        return stale.length > 0
      })
    },
    merge() {
      // As the FTS5 manual has it: no more than one changed row means that nothing was merged.
      const before = Number(totalChanges.get()?.changes)
      transact(database, () => mergePieces.run(MERGE_PAGES))
      return Number(totalChanges.get()?.changes) - before >= 2
    },
  }

  function putOne({ row, seen }: Replacement): boolean {
    const project = requireProject(row.address.project)
    const path = row.address.inProject
    const current = documentAt(project, { generation: project.generation, path })
    if (current?.stamp !== seen?.stamp) return false
    replace(current, row, { project: project.id, generation: project.generation })
    if (project.building === null) return true
    const rebuilt = documentAt(project, { generation: project.building, path })
    replace(rebuilt, row, { project: project.id, generation: project.building })
    return true
  }

  function putOneRebuilt(row: DocumentRow): void {
    const project = projectRow(row.address.project)
    if (project?.building === undefined || project.building === null) return
    const there = documentAt(project, { generation: project.building, path: row.address.inProject })
    if (there === undefined) replace(undefined, row, { project: project.id, generation: project.building })
  }

  function endRebuild(names: readonly string[], change: string): void {
    const update = sql(`UPDATE projects SET ${change} WHERE name = ? AND building IS NOT NULL`)
    transact(database, () => {
      for (const name of names) update.run(name)
    })
  }

  function projectRow(name: string): ProjectRow | undefined {
    const row = selectProject.get(name)
    return row === undefined ? undefined : projectOf(row)
  }

  function requireProject(name: string): ProjectRow {
    const known = projectRow(name)
    if (known !== undefined) return known
    insertProject.run(name)
    return projectRow(name)!
  }

  function documentAt(
    project: ProjectRow,
    { generation, path }: { readonly generation: number; readonly path: string },
  ): KnownFile | undefined {
    const row = selectOne.get(project.id, generation, path)
    return row === undefined ? undefined : knownOf(row)
  }

  function replace(
    old: KnownFile | undefined,
    row: DocumentRow,
    at: { readonly project: number; readonly generation: number },
  ): void {
    if (old !== undefined) drop(old.id)
    const stamp = Number(nextStamp.get()?.value)
    const id = insertDocument.run(...documentValues(row, { ...at, stamp })).lastInsertRowid
    const { folder, filename } = row.address
    const { status, updated } = row.metadata
    for (const [ordinal, chunk] of row.chunks.entries()) {
      const weight = typeWeight(folder, filename) * statusWeight(status) * chunk.headingWeight
      const rowid = insertChunk.run(
        id,
        at.project,
        at.generation,
        folder,
        updated,
        weight,
        ordinal,
        chunk.heading,
      ).lastInsertRowid
      insertBody.run(rowid, chunk.line, chunk.body)
      const { headingTokens, bodyTokens } = chunk
      insertTokens.run(rowid, headingTokens.surface, bodyTokens.surface, headingTokens.stems, bodyTokens.stems)
    }
  }

  function drop(document: number): void {
    deleteTokens.run(document)
    deleteDocument.run(document)
  }
}

type Row = Readonly<Record<string, unknown>>

const KNOWN = 'd.id, d.path, d.size, d.mtime_ms, d.ctime_ms, d.hash, d.stamp'
const DOCUMENT_COLUMNS = [
  ...['project_id', 'generation', 'path', 'folder', 'filename', 'size', 'mtime_ms', 'ctime_ms', 'hash', 'stamp'],
  ...['type', 'status', 'updated', 'steps_done', 'steps_total', 'title', 'objective'],
]
const CHUNK_COLUMNS = ['document_id', 'project_id', 'generation', 'folder', 'updated', 'weight', 'ordinal', 'heading']
const INSERT_DOCUMENT = insertInto('documents', DOCUMENT_COLUMNS)
const INSERT_CHUNK = insertInto('chunks', CHUNK_COLUMNS)

function insertInto(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
}

function documentValues(
  { address, metadata, summary, state }: DocumentRow,
  at: { readonly project: number; readonly generation: number; readonly stamp: number },
): SQLInputValue[] {
  return [
    ...[at.project, at.generation, address.inProject, address.folder, address.filename],
    ...[state.size, state.mtimeMs, state.ctimeMs, state.hash, at.stamp],
    ...[
      metadata.type,
      metadata.status,
      metadata.updated,
      summary.stepsDone,
      summary.stepsTotal,
      summary.title,
      summary.objective,
    ],
  ]
}

function knownOf(row: Row): KnownFile {
  return {
    id: Number(row.id),
    stamp: Number(row.stamp),
    size: Number(row.size),
    mtimeMs: Number(row.mtime_ms),
    ctimeMs: Number(row.ctime_ms),
    hash: String(row.hash),
  }
}

function projectOf(row: Row): ProjectRow {
  const building = row.building === null ? null : Number(row.building)
  return { id: Number(row.id), name: String(row.name), generation: Number(row.generation), building }
}

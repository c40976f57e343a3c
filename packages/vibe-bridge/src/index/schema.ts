/** Marks the file as this index, so that no other program's database is ever rebuilt. */
export const APPLICATION_ID = 0x53686f6b
/** Raised whenever a table, the tokens or a weight changes: an index of any other version is rebuilt. */
export const SCHEMA_VERSION = 4

/**
 * A full rebuild fills a second generation of a project's documents beside the current one; `projects.generation` says
 * which of them searches see, `projects.building` which one is being filled. The counter `stale` is 1 while there may be
 * documents that no search should see.
 * A row of `chunks` is all that ranking looks at, once a match, so it repeats what it needs and leaves the text elsewhere.
 * The FTS table is contentless: it holds tokens only.
 */
export const SCHEMA = `
CREATE TABLE projects (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  generation INTEGER NOT NULL DEFAULT 0,
  building INTEGER
) STRICT;

CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  generation INTEGER NOT NULL,
  path TEXT NOT NULL,
  folder TEXT NOT NULL,
  filename TEXT NOT NULL,
  size INTEGER NOT NULL,
  mtime_ms REAL NOT NULL,
  ctime_ms REAL NOT NULL,
  hash TEXT NOT NULL,
  stamp INTEGER NOT NULL,
  type TEXT NOT NULL,
  status TEXT,
  updated TEXT NOT NULL,
  steps_done INTEGER NOT NULL,
  steps_total INTEGER NOT NULL,
  title TEXT NOT NULL,
  objective TEXT,
  UNIQUE (project_id, generation, path)
) STRICT;
CREATE INDEX documents_by_folder ON documents (folder, project_id);

CREATE TABLE chunks (
  id INTEGER PRIMARY KEY,
  document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  project_id INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  folder TEXT NOT NULL,
  updated TEXT NOT NULL,
  weight REAL NOT NULL,
  ordinal INTEGER NOT NULL,
  heading TEXT NOT NULL
) STRICT;
CREATE INDEX chunks_by_document ON chunks (document_id, ordinal);

CREATE TABLE chunk_bodies (
  chunk_id INTEGER PRIMARY KEY REFERENCES chunks (id) ON DELETE CASCADE,
  line INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE chunks_fts USING fts5 (
  heading, body, heading_stems, body_stems,
  content = '', contentless_delete = 1, tokenize = 'ascii'
);

CREATE TABLE counters (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO counters VALUES ('stamp', 0), ('stale', 0);
`

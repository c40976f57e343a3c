import type { Runtime } from './runtime.ts'

const lines: Record<string, string> = {
  vault:
    'vault_*: the notes. vault_find to look something up (any language), vault_search for an exact text or pattern, vault_read/vault_scan to read, vault_create/vault_write/vault_replace to change. Pass the hash you read as expected_hash.',
  audit: 'vault_coverage and artifact_audit: prove that a text was read whole and that an artifact stands on its source.',
  manual: 'manual_*: read-only manuals. manual_find first, then manual_hits for the ranked evidence, manual_read for a section.',
  kanban:
    'kanban_*: a board of Markdown cards. Always pass board ("." is the first) and columns when listing; kanban_new is not idempotent.',
  vibe: 'search, read_doc, create_task, log_session and the rest: project workspaces with tasks, plans and session notes.',
}

/** A few lines that tell a model which family serves which need. */
export function instructionsFor(runtime: Runtime): string {
  const served = runtime.families.flatMap(({ name }) => lines[name] ?? [])
  return [
    'Shoko keeps notes, manuals, boards and project workspaces in plain files.',
    ...served,
    'Answers carry next_actions: valid calls to make next.',
  ].join('\n')
}

/**
 * One call of every tool on a copy of the demo workspace, in an order that works: what a tool needs was made by the calls before it.
 * `args` may use what earlier calls returned.
 */
export interface TourStop {
  readonly tool: string
  readonly args: Record<string, unknown> | ((earlier: ReadonlyMap<string, Record<string, unknown>>) => Record<string, unknown>)
}

export const vaultTour: readonly TourStop[] = [
  { tool: 'vault_ls', args: {} },
  { tool: 'vault_create', args: { path: 'tour/旅.md', content: '# 旅\n\n最初の行\nsegunda línea\n' } },
  { tool: 'vault_read', args: { path: 'tour/旅.md', full: true } },
  {
    tool: 'vault_write',
    args: (earlier) => ({
      path: 'tour/旅.md',
      content: 'third line\n',
      mode: 'append',
      expected_hash: earlier.get('vault_read')?.hash,
    }),
  },
  { tool: 'vault_replace', args: { path: 'tour/旅.md', find: 'segunda', replace: 'otra' } },
  { tool: 'vault_scan', args: { path: 'tour/旅.md' } },
  { tool: 'vault_search', args: { query: 'otra línea', mode: 'plain' } },
  { tool: 'vault_find', args: { query: '出張修理の受付' } },
  { tool: 'vault_coverage', args: { path: 'tour/旅.md', cited_ranges: [{ start_line: 1, end_line: 2 }] } },
  {
    tool: 'artifact_audit',
    args: { artifact_path: 'artifacts/shucchou-shuuri-flow.md', source_path: 'sources/shucchou-shuuri-kikitori.md' },
  },
  { tool: 'vault_links', args: { path: 'tour/旅.md' } },
  { tool: 'vault_move', args: { from: 'tour/旅.md', to: 'tour/道.md' } },
  { tool: 'vault_trash', args: { path: 'tour/道.md' } },
]

type Earlier = ReadonlyMap<string, Record<string, unknown>>
const card = (earlier: Earlier) => earlier.get('kanban_new')?.cardId
const task = (earlier: Earlier) => (earlier.get('create_task')?.task as { number: string } | undefined)?.number

export const manualTour: readonly TourStop[] = [
  { tool: 'manual_ls', args: {} },
  { tool: 'manual_toc', args: { manual_id: 'manual-maquina' } },
  { tool: 'manual_find', args: { query: '水害は対象ですか', manual_id: 'hoken-tetsuzuki', include_claim_graph: true } },
  { tool: 'manual_hits', args: (earlier) => ({ trace_id: earlier.get('manual_find')?.trace_id }) },
  { tool: 'manual_read', args: { ref: { manual_id: 'hoken-tetsuzuki', path: 'README.md', start_line: 1 } } },
  { tool: 'manual_scan', args: { manual_id: 'operations-handbook', path: 'README.md' } },
]

export const kanbanTour: readonly TourStop[] = [
  { tool: 'kanban_new', args: { board: '.', title: 'Revisar el molino', labels: ['taller'], body: 'Primera línea' } },
  { tool: 'kanban_list', args: { board: '.', columns: ['backlog'] } },
  {
    tool: 'kanban_update',
    args: (earlier) => ({ board: '.', cardId: card(earlier), patch: { fm: { priority: 'P1' }, body: { text: 'Segunda' } } }),
  },
  { tool: 'kanban_notes_append', args: (earlier) => ({ board: '.', cardId: card(earlier), text: '電話で確認した' }) },
  { tool: 'kanban_notes_list', args: (earlier) => ({ board: '.', cardId: card(earlier) }) },
  {
    tool: 'kanban_relations_set',
    args: (earlier) => ({ board: '.', from: card(earlier), to: firstOtherCard(earlier), type: 'relates' }),
  },
  { tool: 'kanban_card', args: (earlier) => ({ board: '.', cardId: card(earlier) }) },
  { tool: 'kanban_tree', args: (earlier) => ({ board: '.', root: card(earlier) }) },
  { tool: 'kanban_move', args: (earlier) => ({ board: '.', cardId: card(earlier), toColumn: 'review' }) },
  { tool: 'kanban_done', args: (earlier) => ({ board: '.', cardId: card(earlier) }) },
  { tool: 'kanban_watch', args: { board: '.' } },
]

export const vibeTour: readonly TourStop[] = [
  { tool: 'reindex', args: {} },
  {
    tool: 'create_task',
    args: {
      project: 'kura-app',
      title: '在庫の棚卸し',
      objective: '月末に数える。',
      steps: ['倉庫', '店舗'],
      acceptance_criteria: ['差異が0'],
    },
  },
  { tool: 'update_task_status', args: (earlier) => ({ project: 'kura-app', task: task(earlier), status: 'in-progress' }) },
  { tool: 'list_tasks', args: { project: 'kura-app', status: 'in-progress' } },
  { tool: 'search', args: { query: '棚卸し' } },
  {
    tool: 'create_doc',
    args: {
      project: 'tsubame-web',
      folder: 'references',
      filename: 'notas',
      content: '# Notas\n\nPágina de prueba.\n',
      frontmatter: { tags: ['web'] },
    },
  },
  { tool: 'read_doc', args: { project: 'tsubame-web', folder: 'references', filename: 'notas.md' } },
  {
    tool: 'update_doc',
    args: (earlier) => ({
      project: 'tsubame-web',
      folder: 'references',
      filename: 'notas.md',
      content: '# Notas\n\nOtra.\n',
      expected_hash: earlier.get('read_doc')?.hash,
    }),
  },
  { tool: 'get_plan', args: { project: 'kura-app' } },
  { tool: 'create_plan', args: { project: 'kura-app', filename: 'tour.md', content: '# Plan\n\n## Overview\nA tour.\n' } },
  { tool: 'log_session', args: { project: 'kura-app', content: '## やったこと\n- 棚卸し' } },
]

const findTour: readonly TourStop[] = [{ tool: 'shoko_find', args: { query: 'water hardness' } }]

export const tour: readonly TourStop[] = [...vaultTour, ...manualTour, ...kanbanTour, ...vibeTour, ...findTour]

function firstOtherCard(earlier: Earlier): unknown {
  const items = earlier.get('kanban_list')?.items as { cardId: string }[] | undefined
  return items?.find(({ cardId }) => cardId !== card(earlier))?.cardId
}

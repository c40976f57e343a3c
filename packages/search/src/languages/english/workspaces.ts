import type { WorkspaceWords } from '../language.ts'

export const workspaces: WorkspaceWords = {
  statuses: {
    pending: ['pending'],
    'in-progress': ['in-progress', 'in progress', 'in_progress'],
    done: ['done'],
    blocked: ['blocked'],
  },
  statusLabel: /status/i,
  headings: {
    next: ['current status', 'next', 'next steps', 'next step', 'blockers', 'blocked by'],
    decisions: ['decisions'],
    goals: ['objective', 'acceptance criteria'],
  },
}

import type { WorkspaceWords } from '../language.ts'

export const workspaces: WorkspaceWords = {
  statuses: {
    pending: ['en attente', 'à faire', 'à venir', 'non commencé', 'non commencée'],
    'in-progress': ['en cours', 'en progrès', 'en développement', 'commencé', 'commencée'],
    done: ['terminé', ...genders(['terminé', 'achevé', 'fini', 'clôturé']), 'fait', 'faite', 'faits', 'faites'],
    blocked: ['bloqué', ...genders(['bloqué', 'suspendu', 'arrêté'])],
  },
  statusLabel: /[ée]tat|statut/i,
  headings: {
    next: [
      'état actuel',
      'situation actuelle',
      'suite',
      'prochaine étape',
      'prochaines étapes',
      'étape suivante',
      'étapes suivantes',
      'blocages',
      'obstacles',
      'bloqué par',
    ],
    decisions: ['décisions', 'décisions prises'],
    goals: ['objectif', 'objectifs', "critères d'acceptation"],
  },
}

function genders(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => [word, `${word}e`, `${word}s`, `${word}es`])
}

import type { WorkspaceWords } from '../language.ts'

export const workspaces: WorkspaceWords = {
  statuses: {
    pending: ['pendiente', 'pendientes', 'por hacer', 'sin empezar', 'sin iniciar'],
    'in-progress': ['en progreso', 'en curso', 'en proceso', 'en marcha', 'en desarrollo'],
    done: [
      ...['hecho', 'hecha', 'hechos', 'hechas'],
      ...bothGenders(['completad', 'terminad', 'finalizad', 'acabad', 'cerrad', 'list']),
    ],
    blocked: [...['bloqueado', 'bloqueada', 'bloqueados', 'bloqueadas'], ...bothGenders(['detenid', 'parad'])],
  },
  statusLabel: /estado/i,
  headings: {
    next: [
      'estado actual',
      'situación actual',
      'siguiente',
      'siguientes pasos',
      'siguiente paso',
      'próximo',
      'próximos pasos',
      'próximo paso',
      'bloqueos',
      'bloqueadores',
      'bloqueantes',
      'impedimentos',
      'bloqueado por',
    ],
    decisions: ['decisiones'],
    goals: ['objetivo', 'criterios de aceptación'],
  },
}

function bothGenders(stems: readonly string[]): readonly string[] {
  return stems.flatMap((stem) => [`${stem}o`, `${stem}a`, `${stem}os`, `${stem}as`])
}

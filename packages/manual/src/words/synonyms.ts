/** Groups of words that mean the same to a reader of manuals; a manual adds its own in `synonyms.json` at its root. */
export const synonymGroups: readonly (readonly string[])[] = [
  ['対象外', '除外', '不適用'],
  ['手順', 'フロー', '手続き'],
  ['procedimiento', 'trámite', 'pasos a seguir'],
  ['exclusión', 'excepción'],
  ['procedure', 'workflow'],
  ['exclusion', 'exception', 'not covered'],
]

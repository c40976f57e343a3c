import { expect, it } from 'vitest'
import { type Jump, mergeJumps } from './titles.ts'

const jumps = (family: string, ...labels: readonly string[]): readonly Jump[] =>
  labels.map((label) => ({ family, label, where: '', to: { note: `${family}/${label}` } }))
const labelsOf = (found: readonly Jump[]) => found.map(({ label }) => label)

it('puts what begins with the words first, then what has a word that does, the shorter before the longer', () => {
  const notes = jumps('vault', 'Soft water', 'Water for coffee', 'Underwater')
  expect(labelsOf(mergeJumps([notes, jumps('manual', 'Water')], 'water', 9))).toEqual([
    'Water',
    'Water for coffee',
    'Soft water',
    'Underwater',
  ])
})

it('shows some of each as they come, before anything is typed', () => {
  const cards = jumps('kanban', 'Open the new shop', 'Label proof', 'Return the grinder')
  expect(labelsOf(mergeJumps([cards, jumps('vault', 'Tips', 'Tea')], '', 4))).toEqual([
    'Open the new shop',
    'Label proof',
    'Tips',
    'Tea',
  ])
})

it('shows a title that two lists hold once', () => {
  expect(mergeJumps([jumps('kanban', 'Label proof'), jumps('kanban', 'Label proof')], 'label', 9)).toHaveLength(1)
})

import { describe, expect, it } from 'vitest'
import { ColumnRoom } from './column-room.ts'
import { QuestionMatcher } from './match-section.ts'
import { phraseShares, phrasesOf } from './phrases.ts'
import { readQuestion } from './question.ts'
import { prepareSection } from './section.ts'

describe('phrases', () => {
  it('are pairs of neighbouring words that tell something, by what they tell', () => {
    const phrases = phrasesOf('what is the red car of', [
      { surface: 'red', share: 0.25 },
      { surface: 'car', share: 0.75 },
    ])
    expect(phrases).toEqual([
      { text: 'the red', term: 0, share: 0.25 / 2 },
      { text: 'red car', term: 1, share: 1 / 2 },
      { text: 'car of', term: 1, share: 0.75 / 2 },
    ])
  })

  it('are found in a sentence as whole words, once', () => {
    const question = readQuestion('puerto rico', () => 1)
    const section = prepareSection('El aeropuerto rico. Puerto Rico, y otra vez Puerto Rico. Un puerto muy rico.')
    const room = new ColumnRoom()
    expect([
      ...phraseShares(question, new QuestionMatcher(question, room).match(section, { headings: [], hasOwnHeading: false }), room),
    ]).toEqual([0, 1, 0])
  })

  it('are none in Japanese, and none in a question of one word', () => {
    expect(readQuestion('入院給付金はいつ支払われますか', () => 1).phrases).toEqual([])
    expect(readQuestion('Vigo', () => 1).phrases).toEqual([])
  })
})

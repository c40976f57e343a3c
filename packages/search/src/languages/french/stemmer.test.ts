import { examples } from '@shoko/testkit/examples'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordPairs } from '../../../test/word-pairs.ts'
import { fold } from '../../fold.ts'
import { stemFrench } from './stemmer.ts'

/** From the vocabulary that the Snowball project publishes with its French stemmer; words and stems are compared folded. */
const PAIRS = `
continu continu continua continu continuait continu continuant continu continuation continu continue continu continué continu
continuel continuel continuelle continuel continuellement continuel continuelles continuel continuels continuel continuer continu
continuera continu continuerait continu continueront continu continuez continu continuité continu continuons continuon
contorsions contors contour contour contournait contourn contournant contourn contourne contourn contours contour contractait contract
contracté contract contractée contract contracter contract contractés contract contractions contract
contradictoirement contradictoir contradictoires contradictoir contraindre contraindr contraint contraint contrainte contraint
contraintes contraint contraire contrair contraires contrair contraria contrari main main mains main maintenaient mainten
maintenait mainten maintenant mainten maintenir mainten maintenue maintenu maintien maintien maintint maintint maire mair maires mair
mairie mair mais mais maison maison maisons maison maistre maistr maître maîtr maîtres maîtr maîtresse maîtress
maîtresses maîtress majesté majest majestueuse majestu majestueusement majestu majestueux majestu majeur majeur majeure majeur
major major majordome majordom majordomes majordom majorité major majorités major mal mal malacca malacc malade malad
malades malad maladie malad maladies malad maladive malad`

describe('stemFrench', () => {
  examples('takes %s to %s', stemFrench, wordPairs(fold(PAIRS)))

  it.each([
    ['imprimante', 'imprimantes'],
    ['garantie', 'garanties'],
    ['remboursement', 'remboursements'],
    ['journal', 'journaux'],
    ['première', 'premiers'],
    ['installation', 'installations'],
    ['réseau', 'réseaux'],
    ['sauvegarder', 'sauvegardé'],
  ])('gives one stem to %s and %s', (one, other) => {
    expect(stemFrench(fold(one))).toBe(stemFrench(fold(other)))
  })

  it('gives something for something, and always the same', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,20}$/), (word) => {
        expect(stemFrench(word)).not.toBe('')
        expect(stemFrench(word)).toBe(stemFrench(word).toLowerCase())
      }),
    )
  })
})

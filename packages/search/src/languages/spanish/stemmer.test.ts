import { examples } from '@shoko/testkit/examples'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordPairs } from '../../../test/word-pairs.ts'
import { fold } from '../../fold.ts'
import { stemSpanish } from './stemmer.ts'

/** From the vocabulary that the Snowball project publishes with its Spanish stemmer; words and stems are compared folded. */
const PAIRS = `
capacidades capac capacitación capacit capacitamos capacit capacitando capacit capacitarse capacit capaz capaz capilla capill
capital capital capitales capital capitalista capital capitalización capitaliz capitalizador capitaliz capitalizaron capitaliz
capitanes capitan capítulo capitul capítulos capitul caprichosas caprich captación captacion captado capt captará capt
captó capt capturados captur caracol caracol carácter caract caracteres caracter características caracterist caracterizó caracteriz
caraqueña caraqueñ carbonáceo carbonace carburador carbur cárceles carcel cardenismo carden cardíaca cardiac cardiología cardiolog
cardiólogo cardiolog carecía carec carecían carec careció carec carente carent cargamentos cargament cargando carg cargarle carg cargo carg
caridad carid cariñosidad cariñ cariñoso cariñ carismático carismat caritativas carit carlos carl carnicería carnic
carrocerías carroc carteles cartel casarme cas casarse cas casi casi castigue castig casual casual casualidad casual catalizador cataliz
catálogo catalog categorías categor catolicismo catolic católico catol causaron caus cautelosa cautel cautivarlos cautiv
cayeron cayeron cazador cazador cazadoras cazador cebolla ceboll cederán ced cedería ced cedido ced`

describe('stemSpanish', () => {
  examples('takes %s to %s', stemSpanish, wordPairs(fold(PAIRS)))

  examples('departs for %s, where only an accent tells a verb ending from a noun', (word) => stemSpanish(fold(word)), [
    ['capitolio', 'capitol'],
    ['caricias', 'caric'],
    ['capitán', 'capit'],
    ['carretera', 'carret'],
  ])

  it('gives one stem to a word with and without its accents', () => {
    expect(stemSpanish(fold('habían'))).toBe(stemSpanish('habian'))
    expect(stemSpanish(fold('cambió'))).toBe(stemSpanish('cambio'))
  })

  it('never gives more than the word, nor nothing for something', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,20}$/), (word) => {
        expect(word.startsWith(stemSpanish(word).replace(/ente$/, '').replace(/log$/, ''))).toBe(true)
        expect(stemSpanish(word)).not.toBe('')
      }),
    )
  })
})

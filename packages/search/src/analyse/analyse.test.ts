import { examples } from '@shoko/testkit/examples'
import { describe, expect, it } from 'vitest'
import { fold } from '../fold.ts'
import { analyseChannels } from './analyse.ts'
import { guessLanguage } from './language.ts'

const words = (text: string) => analyseChannels(text).words
const grams = (text: string) => analyseChannels(text).grams

describe('guessLanguage', () => {
  examples('takes %j for %s', guessLanguage, [
    ['How do I restart the server?', 'en'],
    ['¿Cómo reinicio el servidor?', 'es'],
    ['como reinicio el servidor', 'es'],
    ['kubernetes', 'unknown'],
    ['', 'unknown'],
    ['サーバーを再起動する', 'unknown'],
    ['no me', 'unknown'],
    ['Comment imprimer les étiquettes de la caisse ?', 'fr'],
    ["L'imprimante n'est pas reconnue", 'fr'],
    ['Política de la red', 'es'],
    ['Politique de la maison', 'fr'],
    ['configuration de la sauvegarde', 'fr'],
    ['configuración de la copia de seguridad', 'es'],
    ['the state of the art', 'en'],
  ])

  it('takes a text and the same text without accents for the same', () => {
    const text = '¿Qué protocolo habían elegido más tarde?'
    expect(guessLanguage(fold(text))).toBe(guessLanguage(text))
  })
})

describe('analyse', () => {
  it('stems English and drops its stop words', () => {
    expect(words('The servers are restarting with new configurations')).toEqual(['server', 'restart', 'new', 'configur'])
  })

  it('stems Spanish, folds it and drops its stop words', () => {
    expect(words('Las configuraciones de los pingüinos')).toEqual(['configur', 'pinguin'])
    expect(words('las configuraciones de los pinguinos')).toEqual(['configur', 'pinguin'])
  })

  it('segments Japanese into words and drops grammar', () => {
    expect(words('環境変数を設定する')).toEqual(['環境', '変数', '設定'])
    expect(words('りんごを食べます')).toContain('りんご')
  })

  it('gives Japanese unigrams and bigrams, but none of hiragana alone', () => {
    expect(grams('環境の設定')).toEqual(['環', '環境', '境', '境の', 'の設', '設', '設定', '定'])
    expect(grams('ください')).toEqual([])
  })

  it('gives Latin pieces of four letters, and short words whole', () => {
    expect(grams('kubelet pod')).toEqual(['kube', 'ubel', 'bele', 'elet', 'pod'])
  })

  it('keeps numbers and the parts of identifiers', () => {
    expect(words('metadata.ownerReferences v1.19 k8s 2024')).toEqual(['metadata', 'ownerrefer', 'v1', '19', 'k8s', '2024'])
  })

  it('reads several languages and scripts in one text', () => {
    expect(words('KubernetesのPodを再起動 Привет 한국어')).toEqual(['kubernet', 'pod', '再', '起動', 'привет', '한국어'])
  })

  it('takes half-width, full-width and decomposed writing for the usual one', () => {
    expect(words('ｺﾝﾃﾅ')).toEqual(words('コンテナ'))
    expect(words('ＡＰＩ')).toEqual(words('api'))
    expect(words('か\u3099っこう')).toEqual(words('がっこう'))
  })

  it('never splits a character outside the basic plane', () => {
    for (const term of [...words('𠮷野家の𠮷'), ...grams('𠮷野家の𠮷')]) expect(term.isWellFormed()).toBe(true)
  })
})

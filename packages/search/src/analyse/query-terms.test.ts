import { describe, expect, it } from 'vitest'
import { LATIN_LANGUAGES } from '../languages/registry.ts'
import { presentTerms, queryTerms } from './query-terms.ts'

const texts = (query: string) => queryTerms(query).map(({ text }) => text)

describe('queryTerms', () => {
  it('gives the real words of a query, each once', () => {
    expect(texts('How do I restart the restarting server?')).toEqual(['restart', 'server'])
    expect(texts('¿Cuál es la configuración de la red?')).toEqual(['configuración', 'red'])
    expect(texts('環境変数の設定とは何か')).toEqual(['環境', '変数', '設定'])
  })

  it('keeps grammar when nothing else is there', () => {
    expect(texts('to be or to be')).toEqual(['to', 'be', 'or'])
    expect(texts('の')).toEqual(['の'])
  })

  it('keeps grammar that can carry the meaning', () => {
    expect(texts('the will and the can')).toEqual(['will', 'can'])
    expect(texts('is it not covered')).toEqual(['not', 'covered'])
    expect(texts('¿cuál es el estado sin nada?')).toEqual(['estado', 'sin', 'nada'])
    expect(texts('できないこと')).toContain('こと')
  })

  it('gives nothing for what holds no word', () => {
    expect(queryTerms('… !? —')).toEqual([])
    expect(queryTerms('')).toEqual([])
  })

  it('gives a stem in each language when the language is unknown', () => {
    expect(queryTerms('contenedores')).toEqual([
      { text: 'contenedores', surface: 'contenedores', stems: ['contenedor'], language: 'unknown' },
    ])
    expect(queryTerms('operations')[0]?.stems).toEqual([...new Set(LATIN_LANGUAGES.map(({ stem }) => stem('operations')))])
    expect(queryTerms('operations')[0]?.stems).toEqual(expect.arrayContaining(['oper', 'operations']))
    expect(queryTerms('the operations')[0]?.stems).toEqual(['oper'])
  })
})

describe('presentTerms', () => {
  it('says for each term whether the text holds it', () => {
    expect(presentTerms('Los contenedores se reinician. コンテナの再起動', queryTerms('contenedor red コンテナ 停止'))).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  it('knows other forms of a word, accented or not, and Japanese words inside longer ones', () => {
    expect(presentTerms('La Configuración y las redes', queryTerms('configuraciones'))).toEqual([true])
    expect(presentTerms('Restarting the server', queryTerms('the server restarts'))).toEqual([true, true])
    expect(presentTerms('ｺﾝﾃﾅの再設定', queryTerms('コンテナ 設定'))).toEqual([true, true])
  })
})

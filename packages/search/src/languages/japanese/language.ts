import type { Language } from '../language.ts'
import { manuals } from './manuals.ts'
import { workspaces } from './workspaces.ts'

export const japanese: Language<'ja'> = {
  code: 'ja',
  // Grammar that the segmenter gives as words of two letters or more; single hiragana are dropped anyway.
  grammar: `
ある あり あっ いう いく いる いっ うち おり おける および から かつ くだ くる けど ここ こと この これ こう ください こちら
さい さらに され しか しかし した して しまう する すれ せる せず そう そこ その それ そして ため たい たち たら だけ だっ
たり つい つき てい てる です でき できる でし では でも という といった とき ところ として とも どう どこ どの どれ どちら
など ない なお なっ なら なり なる において により による によって について に関する のみ ので のに はず ばかり ひと ほか
ほど また まし ます ません まで まま みる もの もし もう もっと やり よう ように より よって よる られ られる れる わけ
なに なん いつ だれ なぜ 何 誰 何時`,
  meaningful: 'こと ない ません',
  asking: `
いくつ いくら いわ いわれ なさい なんて どんな どのような 何年 何人 何度 何回 何歳 何個 名前 名称 呼び 呼ぶ 呼ば 呼ばれ 呼ばれる 呼び名
答え 答えよ 言い 言う 言わ 言われ 意味 数 種類 読み 割合 理由 表す`,
  questions: {
    opens: '',
    date: 'いつ|何(?:年|月|日|世紀)',
    number:
      '何(?:人|個|%|パーセント|度|回|歳|本|か国|カ国|名|件|社|割|倍|種類|つ|時間|分|円|km|キロ|メートル)|いくつ|いくら|ど(?:の|れ)くらい|割合',
    dates: '\\d[年月日]|世紀',
    numbers: '[一二三四五六七八九十百千万]',
  },
  confidence: { middle: 0.47, steepness: 13, doubt: 0 },
  documentWords: `規程 規則 規定 マニュアル 案内 手引 手引き 概要 説明 質問 回答 総則 共通 よくある 約款 ガイド 基本 一般 詳細 情報 第 章 節 条`,
  manuals,
  workspaces,
}

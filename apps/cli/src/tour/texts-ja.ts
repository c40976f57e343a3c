import type { TourTexts } from './texts.ts'

export const japanese: TourTexts = {
  welcome:
    '架空の会社「ツバメ珈琲」の資料を一時フォルダに写し、その上で Shoko を動かしてみます。ノート、マニュアル、ボード、二つのプロジェクトが日本語・スペイン語・英語で書かれています。以下の応答はすべて本物です。Ctrl-C でいつでも終わります。',
  you: '頼みかた',
  why: '何がうれしいか',
  more: (lines) => `… ほか ${lines} 行`,
  find: {
    title: '探す',
    says: '水害で壊れた機械は保護プランの対象になる？',
    because:
      '一度の呼び出しで、本文そのものがファイル名と行番号、確かさとともに出ます。マニュアル同士の食い違いや抜けも知らせます。',
    query: '水害で壊れた機械は対象になりますか',
  },
  read: {
    title: '読む',
    says: 'その前後も全部見せて。',
    because: 'マニュアル全体ではなく一つの節だけを読むので、記憶ではなく本文から引用できます。',
  },
  cite: {
    title: '根拠を示す',
    says: '聞き取りメモをまとめてくれたけど、全部読んだ？',
    because: '「読みました」が数字になり、一度も見ていない行まで分かります。',
    source: 'sources/shucchou-shuuri-kikitori.md',
    from: 7,
    to: 45,
  },
  audit: {
    title: '監査する',
    says: '西田さんの業務フローの下書き、聞き取りに基づいているか確かめて。',
    because: '聞き取りにない「満足度の調査」や、どこからもたどり着けない手順が、誰かが頼りにする前に見つかります。',
    artifact: 'artifacts/shucchou-shuuri-flow-draft.md',
    source: 'sources/shucchou-shuuri-kikitori.md',
  },
  card: {
    title: 'カード',
    says: '「下書きの直しを西田さんに頼む」をボードに載せて。いま進行中のものは？',
    because: 'カードは Markdown ファイルです。エディタ、git、複数のエージェントが同時にボードを扱えます。',
    card: '下書きの直しを西田さんに頼む',
  },
  task: {
    title: 'タスク',
    says: '在庫アプリのタスクにもして、あとで探せるか見せて。',
    because: '書いたばかりのものがすぐ見つかります。助詞を落としても、三つの言語のどれでも同じです。',
    project: 'kura-app',
    task: '出張修理の部品を在庫から引く',
    objective: '出張で使った部品を、その日のうちに在庫へ反映する。',
    steps: ['大庭さんに手順を聞く', '画面を作る'],
    criteria: ['当日の部品がすべて記録されている'],
    query: '出張修理 部品 在庫',
  },
  end: [
    'これで終わりです。写しは消しました。ご自分のフォルダで使うには:',
    '  shoko init             ノート、ボード、プロジェクトを見つけ、クライアントにつなぎます',
    '  shoko doctor           足りないものを教えます',
    '  shoko doctor --quality ご自分の文書で検索の質を測ります',
  ],
  stopped: '途中で終わりました。写しは消しました。',
}

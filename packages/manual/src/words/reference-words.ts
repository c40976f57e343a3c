import type { WordList } from './lexicon.ts'

/** Words by which a text sends its reader to another place. */
export const referenceWords: WordList = {
  ja: ['参照', '別表', '別紙', 'をご覧ください'],
  es: ['véase', 'véanse', 'consulte', 'consúltese', 'ver anexo', 'ver apartado', 'ver sección'],
  en: ['see', 'refer to', 'see also'],
}

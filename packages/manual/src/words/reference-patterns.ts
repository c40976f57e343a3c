/** By which words a sentence sends its reader to another place; the group `place` is what that place is called there. */
export const referencePatterns: readonly RegExp[] = [
  /[「『](?<place>[^」』]{1,60})[」』](?:の(?:章|節|項|ページ|表))?(?:を|も)(?:ご?参照|ご?覧|ご?確認)/,
  /(?<place>[^、。「」（）()\s]{1,30}?)(?:を|も)(?:あわせて)?(?:ご?参照|ご?覧|ご?確認)(?:し|の|く|。|下|ねが|願|$)/,
  /(?<place>(?:別表|別紙|付録|付則|別添|第\d+[章節条]|\d+章)[^、。のにはをが（）()\s]{0,12})(?:に|の)?(?:とおり|通り|よる|従|定め|記載|示|掲げ|規定)/,
  /(?:詳細|詳しく|くわしく|一覧|内訳)は、?(?<place>[^、。（）()]{1,30}?)(?:に|を|へ|で)(?:記載|参照|ご?覧|定め|示|掲|説明)/,
  /(?:^|[,;:(—]\s*|\bplease\s+)(?:see(?: also)?|refer to|consult)\s+(?:the\s+)?(?<place>[^.,;()]{2,60})/i,
  /\b(?:described|listed|explained|defined|specified|set out|given|found|documented|covered)\s+in\s+(?:the\s+)?(?<place>(?:appendix|annex|chapter|section|schedule|table|part|["“[])[^.,;()]{0,60})/i,
  /(?:^|[,;:(—]\s*)(?:v[eé]ase(?: tambi[eé]n)?|v[eé]anse|consulte|cons[uú]ltese|ver|remitirse a)\s+(?:el |la |los |las |en el |en la )?(?<place>[^.,;()]{2,60})/i,
  /\b(?:descrit[oa]s?|recogid[oa]s?|indicad[oa]s?|detallad[oa]s?|figuran?|list(?:an|a|ad[oa]s?)|explica(?:n|d[oa]s?)?)\s+en\s+(?:el |la |los |las )?(?<place>(?:anexo|ap[eé]ndice|cap[ií]tulo|secci[oó]n|apartado|tabla)[^.,;()]{0,60})/i,
]

/** A reference in brackets stands beside what a sentence says; another one is what it says. */
export const asidePattern = /[（(][^（()）]*[）)]/g

/** A link of Markdown, with where it leads. */
export const linkPattern = /\[(?<text>[^\]]{1,120})\]\((?<target>[^)\s]{1,300})\)/

/** A file that is named as one, from the top of its manual. */
export const pathPattern = /`(?<path>[^`\s]{1,200}\.(?:md|json))`/i

/** The name of a place in quotation marks. */
export const quotedPattern = /[«“"「『](?<name>[^»”"」』]{1,80})(?:[»”"」』]|$)/

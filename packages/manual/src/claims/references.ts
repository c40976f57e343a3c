import { asidePattern, linkPattern, pathPattern, quotedPattern, referencePatternsFor } from '../words/reference-patterns.ts'

export interface Reference {
  /** What the place is called in the sentence; a link's target where there is one. */
  readonly place: string
  /** Where a link leads, as it is written. */
  readonly target?: string
  /** It stands beside what the sentence says, in brackets. */
  readonly isAside: boolean
}

/** The place to which a sentence sends its reader; undefined when it stands for itself. What goes on with "; see …" states something too. */
export function readReference(sentence: string): Reference | undefined {
  const plain = sentence.replace(asidePattern, (aside) => (linkPattern.test(sentence) ? aside : ' '))
  const said = plain.split(';', 1)[0]!
  const found = placeIn(said, sentence)
  if (found !== undefined) return { ...found, isAside: false }
  const aside = said === sentence ? undefined : placeIn(sentence, sentence)
  return aside === undefined ? undefined : { ...aside, isAside: true }
}

function placeIn(text: string, sentence: string): Pick<Reference, 'place' | 'target'> | undefined {
  for (const pattern of referencePatternsFor(text)) {
    const place = pattern.exec(text)?.groups?.place?.trim()
    if (place === undefined || place === '') continue
    const link = linkPattern.exec(sentence)?.groups
    if (link?.target !== undefined) return { place: link.text ?? bare(place), target: link.target }
    const path = pathPattern.exec(sentence)?.groups?.path
    return {
      place: bare(quotedPattern.exec(place)?.groups?.name ?? place),
      ...(path === undefined ? {} : { target: `/${path}` }),
    }
  }
  return undefined
}

/** Without quotation marks and emphasis, and without what the sentence says of it: …は別表2 is 別表2. */
function bare(place: string): string {
  return place.replace(/^.*[はがも](?=[^はがも])/, '').replace(/^[\s"“”'«»「『*_`[]+|[\s"“”'«»」』*_`\]]+$/g, '')
}

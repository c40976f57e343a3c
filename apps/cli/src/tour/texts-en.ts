import type { TourTexts } from './texts.ts'

export const english: TourTexts = {
  welcome:
    'This is a tour of Shoko on a temporary copy of a small company: Tsubame Coffee, which keeps notes, manuals, a board and two projects in Japanese, Spanish and English. Every answer below is a real one. Ctrl-C ends the tour.',
  you: 'You say',
  why: 'Why it matters',
  more: (lines) => `… ${lines} more lines`,
  find: {
    title: 'Find',
    says: 'Who pays the postage when a customer sends something back?',
    because:
      'One call brings the words themselves, with file and line and how surely they answer; you are told when the manuals contradict each other or leave a gap.',
    query: 'Who pays the postage for a return?',
  },
  read: {
    title: 'Read',
    says: 'Show me all that stands around it.',
    because: 'The agent reads one section instead of a whole manual, so it quotes the text and not its memory of it.',
  },
  cite: {
    title: 'Cite',
    says: 'You summed up the interview on returns. Did you read all of it?',
    because: '"I have read it" becomes a number, with the lines that were never looked at.',
    source: 'sources/entrevista-devoluciones.md',
    from: 6,
    to: 26,
  },
  audit: {
    title: 'Audit',
    says: 'Draft a returns flow from the interview and check it before I see it.',
    because:
      'What the draft made up (a satisfaction survey) and what it forgot (the money) come to light before anybody relies on it.',
    artifact: 'artifacts/returns-draft.md',
    source: 'sources/entrevista-devoluciones.md',
    draft: `## Request
source_lines: 1-12

- [id:R1] Ask for the order number (source_lines: 9)
- [id:R2] More than fourteen days: treat it as a warranty case (source_lines: 10-11)

## Parcel
source_lines: 13-33

- [id:P1] Open it the same day and take photos (source_lines: 29)

## Satisfaction survey

- [id:S1] Send a questionnaire a week later
`,
  },
  card: {
    title: 'Card',
    says: 'Put "ask Inés about refunds" on the board. What is in progress?',
    because: 'A card is a Markdown file: your editor, git and several agents can work on the board at the same time.',
    card: 'Ask Inés how refunds are paid out',
  },
  task: {
    title: 'Task',
    says: 'Make it a task of the web project, and find it again.',
    because: 'What was written a moment ago is found at once, in any of the three languages, with or without accents.',
    project: 'tsubame-web',
    task: 'Refund page',
    objective: 'Show the customer when and how the refund will be paid.',
    steps: ['Ask Inés', 'Write the page'],
    criteria: ['The page names three working days'],
    query: 'refund page',
  },
  end: [
    'That was it; the copy is removed again. For your own folders:',
    '  shoko init             finds your vault, boards and projects and connects your client',
    '  shoko doctor           says what is missing',
    '  shoko doctor --quality measures the search on your own texts',
  ],
  stopped: 'Tour stopped; the copy is removed.',
}

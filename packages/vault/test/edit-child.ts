import { openVault, replaceInNote, writeNote } from '@shoko/vault'

/** Makes edits of one note in a process of its own: `edit-child.ts <vault> <first> <count>`; prints how many succeeded. */
const [root = '', first = '0', count = '0'] = process.argv.slice(2)
const vault = openVault({ root })
const numbers = Array.from({ length: Number(count) }, (_, index) => Number(first) + index)
const results = await Promise.allSettled(numbers.map(edit))
await vault.close()
process.stdout.write(`${results.filter((result) => result.status === 'fulfilled').length}\n`)

async function edit(number: number): Promise<void> {
  if (number % 2 === 0) await writeNote(vault, { path: 'shared.md', content: `appended ${number}\n`, mode: 'append' })
  else {
    const { replacements } = await replaceInNote(vault, {
      path: 'shared.md',
      find: `slot ${number} `,
      replace: `edited ${number} `,
    })
    if (replacements !== 1) throw new Error(`slot ${number} was not there`)
  }
}

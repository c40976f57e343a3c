import { enginesFor } from './engines/all.ts'
import { loadSet, warmUpFor } from './judged-sets.ts'
import { measure } from './measure.ts'

/** Measures one engine on one set and prints the row; a process of its own, so that no engine pays for what another left behind. */
const [engineName = '', setName = '', qmdFolder = ''] = process.argv.slice(2)
const { engines } = await enginesFor({ qmdFolder, wants: (name) => engineName.startsWith(name) })
const engine = engines.find(({ name }) => name === engineName)
if (engine === undefined) throw new Error(`no engine is called ${engineName}`)
const set = loadSet(setName)
process.stdout.write(JSON.stringify(await measure(engine, set, warmUpFor(set))))

import { examples } from '@shoko/testkit/examples'
import { describe } from 'vitest'
import { wordPairs } from '../../../test/word-pairs.ts'
import { stemEnglish } from './stemmer.ts'

/** From the vocabulary that the Snowball project publishes with its English stemmer, and the cases that its description names. */
const PAIRS = `
consigning consign consignment consign consistency consist consistent consist consistently consist consolation consol
consolatory consolatori console consol consolidated consolid consolingly consol conspicuously conspicu conspiracy conspiraci
conspirators conspir constable constabl constancy constanc constantly constant constellations constel constituencies constitu
constitutional constitut constitutionally constitut constraint constraint constructions construct consumption consumpt
consumptive consumpt contagious contagi contemplative contempl contemporaneousness contemporan contemporaries contemporari
contemptible contempt contentedly content contentment content continental continent continents contin contingency conting
continuously continu contractors contractor contradictory contradictori contrary contrari contributions contribut
controlling control convalescence convalesc conveniently conveni conventionalities convent conversationally convers convertible convert
conveyancer conveyanc convinced convinc conviviality convivi cooing coo cookery cookeri coolly coolli coolness cool coping cope
copiously copious copse cops copying copi corallines corallin cordiality cordial corduroy corduroy cornwall cornwal corporations corpor
correctness correct correspondingly correspond corroborative corrobor cosily cosili costliest costliest costly cost cosy cosi cottagers cottag
skies sky dying die news news gently gentl only onli ugly ugli innings inning proceed proceed succeeded succeed generate generat
generous generous communication communic happy happi cry cri by by say say ties tie cries cri gas gas this this gaps gap
luxuriated luxuri hopping hop hoping hope agreed agre feed feed`

describe('stemEnglish', () => {
  examples('takes %s to %s', stemEnglish, wordPairs(PAIRS))
})

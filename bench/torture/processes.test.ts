import { loadRuns, runNames } from './runs.ts'
import { describeTenth } from './tenth.ts'

// Two files, so that two cores share them.
describeTenth(await loadRuns(runNames.slice(0, runNames.indexOf('fuzz-paths'))))

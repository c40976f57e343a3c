/** The schemas that tools share and the check of arguments against them. Apart from the index, which needs no TypeBox. */
export {
  Line,
  LineRange,
  listInput,
  listOutput,
  nextActions,
  nonBlank,
  nullable,
  oneOf,
  PathParam,
  passageLimits,
  Warnings,
  warnedListOutput,
} from './atoms.ts'
export { refusalReason, refusedAs } from './refusal-reason.ts'
export { type ArgumentRules, dropNulls, type Validation, validateArguments } from './validate.ts'

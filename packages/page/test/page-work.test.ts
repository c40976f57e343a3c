/**
 * The page in a real browser, first half: what a person works with. Both halves have one browser each, for all their suites.
 * `npm run page-tests` adds what takes longer, wherever a test is called `whole`.
 */
import './board.suite.ts'
import './card.suite.ts'
import './keys.suite.ts'
import './live.suite.ts'

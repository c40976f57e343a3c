/** The page in a real browser, second half: what a person reads, in the page and in a chat, and what must never happen there. */
import './find.suite.ts'
import './views.suite.ts'
import './chat.suite.ts'
import './security.suite.ts'
import './history.suite.ts'

import { mcp } from './client/ahead.ts' // first: it asks for the board while the rest of the script begins
import './style/tokens.css'
import './style/base.css'
import './style/frame.css'
import './style/parts.css'
import './style/board.css'
import './style/card.css'
import './style/conflict.css'
import './style/find.css'
import './style/evidence.css'
import './style/audit.css'
import './style/lists.css'
import './style/prose.css'
import './style/narrow.css'
import { render } from 'preact'
import { createLive } from './client/live.ts'
import { signInByCode } from './client/sign-in.ts'
import { Frame } from './frame.tsx'
import { AppContext, createApp } from './state/app.ts'
import { createRoute } from './state/route.ts'
import { applyTheme } from './state/theme.ts'
import { chooseLanguage, stringsOf } from './strings/choose.ts'

const language = chooseLanguage(navigator.languages)
document.documentElement.lang = language
applyTheme()
const isSignedIn = await signInByCode()
const app = createApp({ mcp, live: createLive(mcp), route: createRoute(), t: stringsOf(language), language })
if (!isSignedIn) app.complain(app.t.codeRefused)
render(
  <AppContext.Provider value={app}>
    <Frame />
  </AppContext.Provider>,
  document.getElementById('page')!,
)

import '../style/tokens.css'
import '../style/base.css'
import '../style/frame.css'
import '../style/parts.css'
import '../style/find.css'
import '../style/evidence.css'
import '../style/lists.css'
import '../style/prose.css'
import '../style/narrow.css'
import '../style/view.css'
import { EvidenceView } from '../find/evidence-view.tsx'
import { NoteView } from '../notes/note-view.tsx'
import { useApp } from '../state/app.ts'
import { showView } from './view-app.tsx'

/** What the manuals say, in a chat: what manual_find was asked decides the question; a passage opens its page. */
function EvidenceInChat() {
  const note = useApp().route.query.value.get('note')
  return (
    <main id="content" class="in-chat is-reading">
      {note === null ? <EvidenceView /> : <NoteView path={note} />}
    </main>
  )
}

function addressOf(args: Readonly<Record<string, unknown>>): Record<string, string> {
  const { query, manual_id: manual, expand_scope: mayExpand } = args
  return {
    ...(typeof query === 'string' ? { q: query } : {}),
    ...(typeof manual === 'string' ? { within: manual } : {}),
    ...(mayExpand === false ? { only: '1' } : {}),
  }
}

await showView(EvidenceInChat, addressOf)

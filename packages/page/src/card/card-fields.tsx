import type { ComponentChildren } from 'preact'
import { canCall, useApp } from '../state/app.ts'
import type { CardModel } from './card-model.ts'
import type { Field } from './draft.ts'

const PRIORITIES = ['P0', 'P1', 'P2', 'P3']

/** The front matter as fields. */
export function CardFields({ model, lanes }: { readonly model: CardModel; readonly lanes: readonly string[] }) {
  const app = useApp()
  const { t } = app
  const draft = model.draft.value
  if (draft === undefined) return null
  const isLocked = !canCall(app, 'kanban_update')
  // Who only reads is spared what nobody has filled in.
  const isLeftOut = (field: Field) => isLocked && draft[field] === ''
  const text = (field: Field, name: string, extra: { readonly hint?: string; readonly list?: string } = {}) =>
    isLeftOut(field) ? null : (
      <Row name={name}>
        <input
          value={draft[field]}
          readOnly={isLocked}
          placeholder={extra.hint}
          list={extra.list}
          dir="auto"
          onInput={(event) => model.edit(field, event.currentTarget.value)}
        />
      </Row>
    )
  const lines = (field: Field, name: string, hint?: string) =>
    isLeftOut(field) ? null : (
      <Row name={name}>
        <textarea
          rows={Math.max(1, Math.min(6, draft[field].split('\n').length))}
          value={draft[field]}
          readOnly={isLocked}
          placeholder={hint}
          dir="auto"
          onInput={(event) => model.edit(field, event.currentTarget.value)}
        />
      </Row>
    )
  return (
    <div class="fields">
      <Row name={t.priority}>
        <select
          value={draft.priority}
          disabled={isLocked}
          onChange={(event) => model.edit('priority', event.currentTarget.value)}
        >
          {['', ...new Set([...PRIORITIES, ...(draft.priority === '' ? [] : [draft.priority])])].map((one) => (
            <option key={one} value={one}>
              {one === '' ? '—' : one}
            </option>
          ))}
        </select>
      </Row>
      {text('size', t.size)}
      {text('lane', t.lane, { list: 'known-lanes' })}
      <datalist id="known-lanes">
        {lanes.map((lane) => (
          <option key={lane} value={lane} />
        ))}
      </datalist>
      {text('labels', t.labels, { hint: t.commaList })}
      {text('assignees', t.assignees, { hint: t.commaList })}
      {lines('description', t.description)}
      {lines('resume_hint', t.resumeHint)}
      {lines('next_steps', t.nextSteps, t.oneALine)}
      {lines('blockers', t.blockers, t.oneALine)}
    </div>
  )
}

function Row({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its one child is the control
    <label class="field">
      <span>{name}</span>
      {children}
    </label>
  )
}

import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { useApp } from '../state/app.ts'
import type { Strings } from '../strings/en.ts'
import { matchLines, mergedText, mergeLines } from '../text/diff-lines.ts'
import type { CardModel, Conflict } from './card-model.ts'
import { changedFields, type Draft, type Field } from './draft.ts'

/** What one began with, what is saved now, what one wrote, and a result to be saved: nobody's words are dropped unseen. */
export function ConflictView({ model, conflict }: { readonly model: CardModel; readonly conflict: Conflict }) {
  const { t } = useApp()
  const { base, mine, theirs } = conflict
  const pieces = useMemo(() => mergeLines(base.body.split('\n'), mine.body.split('\n'), theirs.body.split('\n')), [conflict])
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const content = document.getElementById('content')
    content?.scrollTo(0, 0)
    head.current?.focus({ preventScroll: true }) // it is read aloud, and the keys go on from here
    return () => content?.focus({ preventScroll: true })
  }, [])
  const clashes = pieces.filter(({ kind }) => kind === 'clash').length
  const result = useSignal(mergedText(pieces, t.conflict.marks))
  const disputed = changedFields(mine, theirs).filter((key): key is Field => key !== 'body')
  const chosen = useSignal<Readonly<Record<string, 'mine' | 'theirs'>>>({})
  const settle = () => {
    const fields = disputed.map((key) => [key, choiceOf(key, conflict, chosen.value) === 'mine' ? mine[key] : theirs[key]])
    void model.settle({ ...theirs, ...Object.fromEntries(fields), body: result.value } as Draft)
  }
  return (
    <article class="conflict-view">
      <header class="view-head">
        <h1 ref={head} tabIndex={-1}>
          {t.conflict.title}
        </h1>
        <p class="conflict-card" dir="auto">
          {theirs.title}
        </p>
        <p class="view-sub">{t.conflict.about}</p>
      </header>
      {disputed.length > 0 && (
        <section class="disputed">
          <p>{t.conflict.fields}</p>
          {disputed.map((key) => (
            <fieldset key={key}>
              <legend>{nameOf(key, t)}</legend>
              {(['mine', 'theirs'] as const).map((side) => (
                <label key={side}>
                  <input
                    type="radio"
                    name={`choose-${key}`}
                    checked={choiceOf(key, conflict, chosen.value) === side}
                    onChange={() => {
                      chosen.value = { ...chosen.value, [key]: side }
                    }}
                  />
                  <span class="where">{t.conflict[side]}</span>{' '}
                  <span dir="auto">{(side === 'mine' ? mine : theirs)[key] || '—'}</span>
                </label>
              ))}
            </fieldset>
          ))}
        </section>
      )}
      <div class="versions">
        <Version name={t.conflict.base} text={base.body} against={undefined} />
        <Version name={t.conflict.theirs} text={theirs.body} against={base.body} />
        <Version name={t.conflict.mine} text={mine.body} against={base.body} />
      </div>
      <label class="result">
        <span class="pane-name">
          {t.conflict.result}
          <span class={clashes === 0 ? 'where' : 'where is-clash'}>
            {' '}
            {clashes === 0 ? t.conflict.clean : t.conflict.clash(clashes)}
          </span>
        </span>
        <textarea
          class="source"
          spellcheck={false}
          dir="auto"
          value={result.value}
          onInput={(event) => {
            result.value = event.currentTarget.value
          }}
        />
      </label>
      <footer class="conflict-foot">
        <button type="button" class="primary" onClick={settle}>
          {t.conflict.save}
        </button>
        <button
          type="button"
          class="toggle"
          onClick={() => {
            result.value = mine.body
          }}
        >
          {t.conflict.takeMine}
        </button>
        <span class="grow" />
        <button type="button" class="quiet" onClick={() => model.discard()}>
          {t.conflict.takeTheirs}
        </button>
      </footer>
    </article>
  )
}

/** Whoever changed a field wins it unless told otherwise; when both did, it is the one who is looking. */
function choiceOf(key: Field, { base, mine }: Conflict, chosen: Readonly<Record<string, 'mine' | 'theirs'>>): 'mine' | 'theirs' {
  return chosen[key] ?? (mine[key] === base[key] ? 'theirs' : 'mine')
}

interface VersionProps {
  readonly name: string
  readonly text: string
  readonly against: string | undefined
}

function Version({ name, text, against }: VersionProps) {
  const lines = text.split('\n')
  const kept = against === undefined ? undefined : new Set(matchLines(against.split('\n'), lines))
  return (
    <section class="version" aria-label={name}>
      <span class="pane-name" aria-hidden="true">
        {name}
      </span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <pre ref={showFirstChange} tabIndex={0}>
        {lines.map((line, index) => (
          <span key={index} class={kept === undefined || kept.has(index) ? undefined : 'is-changed'} dir="auto">
            {line}
            {'\n'}
          </span>
        ))}
      </pre>
    </section>
  )
}

/** In a long card it may lie far below what is in sight. */
function showFirstChange(text: HTMLPreElement | null): void {
  const changed = text?.querySelector('.is-changed')
  if (text === null || changed === null || changed === undefined) return
  const below = changed.getBoundingClientRect().top - text.getBoundingClientRect().top
  if (below > text.clientHeight / 2) text.scrollTop = below - text.clientHeight / 2
}

function nameOf(key: Field, t: Strings): string {
  const names: Readonly<Record<Field, string>> = {
    title: t.title,
    lane: t.lane,
    description: t.description,
    resume_hint: t.resumeHint,
    priority: t.priority,
    size: t.size,
    labels: t.labels,
    assignees: t.assignees,
    next_steps: t.nextSteps,
    blockers: t.blockers,
  }
  return names[key]
}

import { renderFrontMatter } from '@shoko/core-fs/front-matter'
import { findSection, headingKey, type Outline } from './outline.ts'

export interface NewTask {
  readonly title: string
  readonly objective: string
  readonly steps: readonly string[]
  readonly acceptance_criteria: readonly string[]
  readonly context?: { readonly related_files?: readonly string[]; readonly dependencies?: readonly string[] }
  readonly notes?: string
  readonly status: string
  readonly tags: readonly string[]
}

/** The standard task file. Sections without content are left out. */
export function renderTask(task: NewTask): string {
  const head = `# Task: ${oneLine(task.title)}\n\nStatus: ${task.status}\n`
  const sections = [
    section('Objective', task.objective),
    section('Context', renderContext(task.context ?? {})),
    section(
      'Steps',
      renderItems(task.steps, (at) => `${at + 1}. [ ] `),
    ),
    section(
      'Acceptance Criteria',
      renderItems(task.acceptance_criteria, () => '- [ ] '),
    ),
    section('Notes', task.notes ?? ''),
  ]
  const frontMatter = task.tags.length === 0 ? '' : renderFrontMatter({ tags: [...task.tags] })
  return frontMatter + [head, ...sections.filter((text) => text !== '')].join('\n')
}

/** What lists and prompts show of a task. */
export interface TaskSummary {
  readonly title: string
  readonly objective: string | null
  readonly stepsDone: number
  readonly stepsTotal: number
}

export function readTask(outline: Outline, filename: string): TaskSummary {
  const steps = (findSection(outline, (heading) => STEPS.has(headingKey(heading.text))) ?? '').split('\n')
  const boxes = steps.flatMap((line) => CHECKBOX.exec(line)?.[1] ?? [])
  return {
    title: titleOf(outline, filename),
    objective: findSection(outline, (heading) => OBJECTIVE.has(headingKey(heading.text))) || null,
    stepsDone: boxes.filter((box) => box !== ' ').length,
    stepsTotal: boxes.length,
  }
}

/** The first heading of level 1 without `Task:`, else the words of the file name. */
export function titleOf(outline: Outline, filename: string): string {
  const heading = outline.headings.find(({ level, text }) => level === 1 && text !== '')
  if (heading !== undefined) return heading.text.replace(TASK_PREFIX, '') || heading.text
  const name = filename.split('/').at(-1)!.replace(/\.md$/i, '')
  return name.replace(/^\d+-/, '').replaceAll('-', ' ').trim() || name
}

/** The lines of a section that are still to do, as written. */
export function openSteps(outline: Outline): readonly string[] {
  const steps = findSection(outline, (heading) => STEPS.has(headingKey(heading.text))) ?? ''
  return steps.split('\n').flatMap((line) => (CHECKBOX.exec(line)?.[1] === ' ' ? line.replace(CHECKBOX, '').trim() : []))
}

export function stepsOf(outline: Outline): string | undefined {
  return findSection(outline, (heading) => STEPS.has(headingKey(heading.text)))
}

/** Files and tasks that the Context section names. */
export function readContext(outline: Outline): {
  readonly relatedFiles: readonly string[]
  readonly dependencies: readonly string[]
} {
  const context = findSection(outline, (heading) => CONTEXT.has(headingKey(heading.text))) ?? ''
  const lines = context.split('\n')
  return { relatedFiles: listed(lines, RELATED_FILES), dependencies: listed(lines, DEPENDENCIES) }
}

const TASK_PREFIX = /^(?:task|tarea|タスク)\s*[:：]\s*/i
const OBJECTIVE = new Set(['objective', 'objetivo', '目的', '目標'])
const STEPS = new Set(['steps', 'pasos', '手順', 'ステップ'])
const CONTEXT = new Set(['context', 'contexto', '背景', '関連'])
const CHECKBOX = /^\s*(?:\d+[.)]|[-*+])\s+\[([ xX])\]\s/
const RELATED_FILES = /^\s*[-*+]\s+(?:\*\*)?(?:related files|archivos relacionados|関連ファイル)(?:\*\*)?\s*[:：](?:\*\*)?\s*/i
const DEPENDENCIES = /^\s*[-*+]\s+(?:\*\*)?(?:dependencies|dependencias|depends on|依存)(?:\*\*)?\s*[:：](?:\*\*)?\s*/i

function listed(lines: readonly string[], label: RegExp): readonly string[] {
  return lines
    .filter((line) => label.test(line))
    .flatMap((line) => line.replace(label, '').split(/[,、]/))
    .map((item) => item.replaceAll('`', '').trim())
    .filter((item) => item !== '' && item !== '-')
}

function section(title: string, content: string): string {
  const text = content.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()
  return text === '' ? '' : `## ${title}\n${text}\n`
}

function renderContext({ related_files = [], dependencies = [] }: NonNullable<NewTask['context']>): string {
  const files = related_files.map(oneLine).filter((file) => file !== '')
  const needs = dependencies.map(oneLine).filter((task) => task !== '')
  return [
    ...(files.length === 0 ? [] : [`- Related files: ${files.map((file) => `\`${file}\``).join(', ')}`]),
    ...(needs.length === 0 ? [] : [`- Dependencies: ${needs.join(', ')}`]),
  ].join('\n')
}

/** A step of several lines stays one item: its other lines are indented below the first. */
function renderItems(items: readonly string[], mark: (at: number) => string): string {
  const kept = items.map((item) => item.trim()).filter((item) => item !== '')
  return kept.map((item, at) => mark(at) + item.split(/\r\n?|\n/).join(`\n${' '.repeat(mark(at).indexOf('['))}`)).join('\n')
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

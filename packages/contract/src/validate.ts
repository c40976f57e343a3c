import type { TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { DomainError } from './domain-error.ts'
import { tooLong } from './lengths.ts'
import { nearest } from './nearest.ts'
import { refusalReason } from './refusal-reason.ts'

export interface ArgumentRules {
  readonly input: TObject
  readonly argumentOrder?: readonly string[]
  readonly nullIsValueAt?: readonly string[]
}

export type Validation =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | {
      readonly ok: false
      readonly key: string
      readonly value: Record<string, unknown>
      readonly error: DomainError
      /** Nothing is looked at before this is told: the arguments are larger than anybody needs. */
      readonly atOnce?: true
    }

const validators = new WeakMap<TSchema, ReturnType<typeof Compile>>()

/** Checks lengths first, then the shape of a tool's arguments after dropping nulls. Unknown keys come before other failures. */
export function validateArguments(rules: ArgumentRules, args: unknown): Validation {
  if (!isRecord(args))
    return refuse('', {}, new DomainError('invalid_argument', `arguments must be an object (got ${show(args)})`))
  const excess = tooLong('', args)
  if (excess !== undefined) return { ...refuse('', {}, excess), atOnce: true }
  const value = dropNulls(args, rules.nullIsValueAt ?? [])
  const checked = rules.nullIsValueAt === undefined ? value : dropNulls(args, [])
  const unknown = Object.keys(checked).find((key) => !Object.hasOwn(rules.input.properties, key))
  if (unknown !== undefined)
    return refuse(unknown, value, unknownKey(unknown, Object.keys(rules.input.properties), missingKeys(rules, checked)))
  if (validatorOf(rules.input).Check(checked)) return { ok: true, value }
  const key = failingKey(rules, checked)
  return refuse(key, value, failure(rules, key, checked))
}

/** Removes keys that are null at every depth, except below the dotted paths given. Array elements stay. */
export function dropNulls(value: Record<string, unknown>, except: readonly string[], at = ''): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value)) {
    if (item === null && !except.includes(at)) continue
    const path = at === '' ? key : `${at}.${key}`
    const clean = except.includes(at) ? item : cleanItem(item, except, path)
    // Own data property whatever the key: "__proto__" in the input must not reach a prototype.
    Object.defineProperty(kept, key, { value: clean, enumerable: true, writable: true, configurable: true })
  }
  return kept
}

function cleanItem(item: unknown, except: readonly string[], path: string): unknown {
  if (Array.isArray(item)) return item.map((element) => (isRecord(element) ? dropNulls(element, except, path) : element))
  return isRecord(item) ? dropNulls(item, except, path) : item
}

function failingKey(rules: ArgumentRules, value: Record<string, unknown>): string {
  const { properties, required = [] } = rules.input
  const order = [...(rules.argumentOrder ?? []), ...Object.keys(properties)]
  const fails = (key: string) =>
    Object.hasOwn(value, key) ? !validatorOf(properties[key]!).Check(value[key]) : (required as readonly string[]).includes(key)
  return order.find(fails) ?? ''
}

function failure(rules: ArgumentRules, key: string, value: Record<string, unknown>): DomainError {
  const schema = rules.input.properties[key]
  const reason = refusalReason(schema, schema === undefined ? '' : keyInside(schema, value[key]))
  const details = { key }
  if (!Object.hasOwn(value, key)) {
    const others = missingKeys(rules, value).filter((name) => name !== key)
    const more = others.length === 0 ? {} : { hint: `also missing: ${others.join(', ')}` }
    return new DomainError(reason, `missing argument: ${key}`, { details, ...more })
  }
  const problem = schema === undefined ? undefined : describe(schema, value[key])
  return new DomainError(reason, `${key}${problem ?? ': is not valid'}`, { details })
}

function missingKeys({ input }: ArgumentRules, value: Record<string, unknown>): readonly string[] {
  return ((input.required ?? []) as readonly string[]).filter((key) => !Object.hasOwn(value, key))
}

function keyInside(schema: TSchema, value: unknown): string {
  const first = validatorOf(schema).Errors(value)[0]
  if (first === undefined) return ''
  const missing = (first.params as { requiredProperties?: readonly string[] }).requiredProperties?.[0]
  return missing ?? first.instancePath.slice(1).replaceAll('/', '.')
}

function describe(schema: TSchema, value: unknown): string {
  const errors = validatorOf(schema).Errors(value)
  const unknown = errors.find((error) => error.keyword === 'additionalProperties')
  if (unknown !== undefined) return unknownInside(schema, unknown)
  const first = errors.find((error) => error.keyword === 'required') ?? errors[0]
  if (first === undefined) return ': is not valid'
  const at = first.instancePath.replaceAll('/', '.')
  const got = first.keyword === 'required' ? '' : ` (got ${show(valueAt(value, first.instancePath))})`
  return `${at}: ${wording(first.keyword, first.params as Record<string, unknown>, first.message)}${got}`
}

function unknownInside(schema: TSchema, error: { readonly params: unknown; readonly instancePath: string }): string {
  const [name = ''] = (error.params as { additionalProperties?: string[] }).additionalProperties ?? []
  const keys = error.instancePath.split('/').slice(1)
  // Down to the object that holds it; inside a list there is no one such object.
  const holder = keys.reduce<Partial<TObject> | undefined>(
    (at, key) => at?.properties?.[key] as Partial<TObject> | undefined,
    schema,
  )
  return `${keys.map((key) => `.${key}`).join('')}: ${unknownKey(name, Object.keys(holder?.properties ?? {})).message}`
}

function wording(keyword: string, params: Record<string, unknown>, message: string): string {
  if (keyword === 'type') return `must be ${article(String(params.type))}`
  if (keyword === 'enum') return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`
  if (keyword === 'minimum') return `must be at least ${params.limit}`
  if (keyword === 'maximum') return `must be at most ${params.limit}`
  if (keyword === 'pattern' || keyword === 'minLength') return 'must not be empty'
  if (keyword === 'required') return `needs ${(params.requiredProperties as string[]).join(', ')}`
  return message
}

/** Where a needed key is missing, the unknown one stands for that: another that is written much like it is no help. */
function unknownKey(name: string, known: readonly string[], missing: readonly string[] = []): DomainError {
  const close = nearest(name, missing.length > 0 ? missing : known)
  const others = known.length === 0 ? '' : `; known: ${known.join(', ')}`
  const advice = close === undefined ? others : `; did you mean "${close}"?`
  return new DomainError('invalid_argument', `unknown argument: ${JSON.stringify(name.slice(0, 80))}${advice}`, {
    details: { key: name.slice(0, 80) },
  })
}

function refuse(key: string, value: Record<string, unknown>, error: DomainError) {
  return { ok: false, key, value, error } as const
}

function validatorOf(schema: TSchema): ReturnType<typeof Compile> {
  let validator = validators.get(schema)
  if (validator === undefined) {
    validator = Compile(schema)
    validators.set(schema, validator)
  }
  return validator
}

function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
      value,
    )
}

/** A short picture of a refused value: kind and, for scalars, the value; never a body. */
function show(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'string') return value.length > 40 ? `${JSON.stringify(value.slice(0, 40))}…` : JSON.stringify(value)
  return String(value)
}

function article(type: string): string {
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import type { Static, TObject } from 'typebox'
import type { Call } from './ports.ts'

/**
 * What a call does to the user's files; annotations and read-only mode follow from it.
 * `create` adds, `append` adds to what exists, `update` changes and can be repeated safely, `overwrite` may destroy text.
 */
export type Effect = 'read' | 'create' | 'append' | 'update' | 'overwrite'

/** What the author of a tool writes. Registries hold it with its schema types erased, which methods allow and properties would not. */
export interface ToolDescriptor<
  Context = never,
  Input extends TObject = TObject,
  Output extends TObject = TObject,
  Reason extends string = string,
> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effect: Effect
  /** Nothing that it does or answers depends on files that it has seen before its exclusive section. */
  readonly seesInSection?: boolean
  readonly input: Input
  readonly output: Output
  /** Every reason that `run` or the validation of its input can give. */
  readonly errors: readonly Reason[]
  /** Keys whose failures are reported in this order; the others follow in the order of the schema. */
  readonly argumentOrder?: readonly string[]
  /** Dotted paths below which `null` is a value ("clear this"), not an absent key. */
  readonly nullIsValueAt?: readonly string[]
  /** Checks that come before a failing key is reported (for pages that fix an order such as path, existence, limits). */
  precheck?(context: Context, input: Readonly<Record<string, unknown>>, failingKey: string): Promise<void>
  /** The fields of the info log line; never bodies. */
  logFields?(input: Static<Input>, output: Static<Output>): Readonly<Record<string, unknown>>
  run(context: Context, input: Static<Input>, call: Call): Promise<Static<Output>>
}

export function defineTool<Context, Input extends TObject, Output extends TObject, Reason extends string>(
  tool: ToolDescriptor<Context, Input, Output, Reason>,
): ToolDescriptor<Context, Input, Output, Reason> {
  return tool
}

export interface ResourceEntry {
  readonly uri: string
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType: string
}

export interface ResourceTemplate {
  readonly uriTemplate: string
  readonly name: string
  readonly title?: string
  readonly description?: string
  readonly mimeType: string
}

export interface ResourceText {
  readonly uri: string
  readonly mimeType: string
  readonly text: string
}

/** What is no text, base64. */
export interface ResourceBlob {
  readonly uri: string
  readonly mimeType: string
  readonly blob: string
}

/** A value for a variable, with what a person knows it by. */
export interface TitledCompletion {
  readonly value: string
  readonly title: string
  /** Where in the resource the title stands. */
  readonly line?: number
  /** What the template's other variables are then. */
  readonly with?: Readonly<Record<string, string>>
}

export type Completion = string | TitledCompletion

/** The read-only resources of a family: one URI scheme. */
export interface ResourceProvider<Context, Content extends ResourceText | ResourceBlob = ResourceText> {
  readonly scheme: string
  readonly templates: readonly ResourceTemplate[]
  list(context: Context, call: Call): Promise<readonly ResourceEntry[]>
  /** Throws DomainError for a URI that names nothing. */
  read(context: Context, uri: string, call: Call): Promise<Content>
  /** Values for one variable of a template for what was typed of it, or of its title; `known` holds the variables already filled. */
  complete?(context: Context, request: CompletionRequest): Promise<readonly Completion[]>
  /** Called when the first client subscribes to a URI of this provider, so that changes are watched for. */
  watch?(context: Context, uri: string): Promise<void>
}

export interface CompletionRequest {
  /** The template's URI, or the prompt's name. */
  readonly ref: string
  readonly argument: string
  readonly value: string
  readonly known: Readonly<Record<string, string>>
}

export interface PromptDescriptor<Context> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[]
  render(
    context: Context,
    args: Readonly<Record<string, string>>,
    call: Call,
  ): Promise<{ readonly description: string; readonly text: string }>
  complete?(context: Context, request: CompletionRequest): Promise<readonly string[]>
}

export interface Family<Context, Reason extends string> {
  readonly name: string
  readonly tools: readonly ToolDescriptor<Context, TObject, TObject, Reason>[]
  readonly resources?: ResourceProvider<Context, ResourceText | ResourceBlob>
  readonly prompts?: readonly PromptDescriptor<Context>[]
}

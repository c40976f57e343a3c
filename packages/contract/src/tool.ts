import type { Static, TObject } from 'typebox'
import type { Call } from './ports.ts'

/**
 * What a call does to the user's files; annotations and read-only mode follow from it.
 * `create` adds, `append` adds to what exists, `update` changes and can be repeated safely, `overwrite` may destroy text.
 */
export type Effect = 'read' | 'create' | 'append' | 'update' | 'overwrite'

export interface ToolDescriptor<Context, Input extends TObject, Output extends TObject, Reason extends string> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effect: Effect
  readonly input: Input
  readonly output: Output
  /** Every reason that `run` or the validation of its input can give. */
  readonly errors: readonly Reason[]
  /** The reason of a key that fails its schema, where it is not `invalid_argument`. Its order decides between several failures. */
  readonly argumentReasons?: Readonly<Record<string, Reason>>
  /** Keys whose failures are reported in this order; the others follow in the order of the schema. */
  readonly argumentOrder?: readonly string[]
  /** Dotted paths below which `null` is a value ("clear this"), not an absent key. */
  readonly nullsMean?: readonly string[]
  /** Checks that come before a failing key is reported (for pages that fix an order such as path, existence, limits). */
  readonly before?: (context: Context, input: Readonly<Record<string, unknown>>, failingKey: string) => Promise<void>
  /** The fields of the info log line; never bodies. */
  readonly logFields?: (input: Static<Input>, output: Static<Output>) => Readonly<Record<string, unknown>>
  readonly run: (context: Context, input: Static<Input>, call: Call) => Promise<Static<Output>>
}

/** A tool whose schema types are erased, as registries hold it. */
export interface AnyTool<Context = never, Reason extends string = string> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effect: Effect
  readonly input: TObject
  readonly output: TObject
  readonly errors: readonly Reason[]
  readonly argumentReasons?: Readonly<Record<string, Reason>>
  readonly argumentOrder?: readonly string[]
  readonly nullsMean?: readonly string[]
  readonly before?: (context: Context, input: Readonly<Record<string, unknown>>, failingKey: string) => Promise<void>
  readonly logFields?: (input: never, output: never) => Readonly<Record<string, unknown>>
  readonly run: (context: Context, input: never, call: Call) => Promise<unknown>
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

/** The read-only resources of a family: one URI scheme. */
export interface ResourceProvider<Context> {
  readonly scheme: string
  readonly templates: readonly ResourceTemplate[]
  list(context: Context, call: Call): Promise<readonly ResourceEntry[]>
  /** Throws DomainError for a URI that names nothing. */
  read(context: Context, uri: string, call: Call): Promise<ResourceText>
  /** Values for one variable of a template that begin with what was typed; `known` holds the variables already filled. */
  complete?(context: Context, request: CompletionRequest): Promise<readonly string[]>
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
  readonly tools: readonly AnyTool<Context, Reason>[]
  readonly resources?: ResourceProvider<Context>
  readonly prompts?: readonly PromptDescriptor<Context>[]
}

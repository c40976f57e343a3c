import type { Effect, PromptDescriptor, ResourceTemplate, ToolDescriptor } from '@shoko/contract'
import { leanSchema } from './lean-schema.ts'

/** What clients are told of a family. It stands in a generated file, so that a server answers before the family's code is loaded. */
export interface FamilyManifest {
  readonly tools: readonly ToolManifest[]
  readonly prompts: readonly PromptManifest[]
  readonly resources: ResourcesManifest | null
}

export interface ToolManifest {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effect: Effect
  readonly input: JsonObjectSchema
  readonly output: JsonObjectSchema
}

export interface JsonObjectSchema {
  readonly type: 'object'
  readonly [key: string]: unknown
}

export type PromptManifest = Pick<PromptDescriptor<never>, 'name' | 'title' | 'description' | 'arguments'>

export interface ResourcesManifest {
  readonly scheme: string
  readonly templates: readonly ResourceTemplate[]
}

/** A family as its author wrote it, or as it is bound. */
interface Described {
  readonly tools: readonly Pick<ToolDescriptor, keyof ToolManifest>[]
  readonly prompts?: readonly PromptManifest[]
  readonly resources?: ResourcesManifest | undefined
}

/** Read off the code. Only what is JSON stays: TypeBox marks its schemas with symbols. */
export function manifestOf(family: Described): FamilyManifest {
  const { tools, prompts = [], resources } = family
  return JSON.parse(
    JSON.stringify({
      tools: tools.map(({ name, title, description, effect, input, output }) => ({
        name,
        title,
        description,
        effect,
        input,
        output: leanSchema(JSON.parse(JSON.stringify(output))),
      })),
      prompts: prompts.map(({ name, title, description, arguments: args }) => ({ name, title, description, arguments: args })),
      resources: resources === undefined ? null : { scheme: resources.scheme, templates: resources.templates },
    }),
  )
}

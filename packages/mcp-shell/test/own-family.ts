import { type Call, DomainError, defineTool, type Family, plainCall } from '@shoko/contract'
import { PathParam } from '@shoko/contract/schema'
import { openRoot, PATH_REASONS, parsePath, type Root } from '@shoko/core-fs'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { type BodyCode, bodyDialect, defineFamily, sharedBodyCodes } from '../src/index.ts'

/** The example of the readme: a family of one's own, with one tool, over a folder of recipes. */
interface RecipeContext {
  readonly root: Root
}

type RecipeReason = keyof typeof sharedBodyCodes | 'no_servings'

const RecipeScaleInput = Type.Object({ path: PathParam, servings: Type.Integer({ minimum: 1 }) }, { additionalProperties: false })
const RecipeScaleOutput = Type.Object({ factor: Type.Number(), text: Type.String() })

async function scaleRecipe(
  { root }: RecipeContext,
  { path, servings }: Static<typeof RecipeScaleInput>,
  _call: Call = plainCall,
): Promise<Static<typeof RecipeScaleOutput>> {
  const { text } = await root.readText(parsePath(path))
  const written = Number(/^servings: (\d+)$/m.exec(text)?.[1])
  if (Number.isNaN(written)) throw new DomainError<RecipeReason>('no_servings', `${path}: has no line "servings: 2"`)
  return { factor: servings / written, text }
}

const recipeScale = defineTool<RecipeContext, typeof RecipeScaleInput, typeof RecipeScaleOutput, RecipeReason>({
  name: 'recipe_scale',
  title: 'Scale a recipe',
  description: "How much of everything so many people need. Example: {path: 'tea.md', servings: 4}.",
  effect: 'read',
  input: RecipeScaleInput,
  output: RecipeScaleOutput,
  errors: ['invalid_argument', ...PATH_REASONS, 'not_text', 'no_servings'],
  run: scaleRecipe,
})

const recipes: Family<RecipeContext, RecipeReason> = { name: 'recipes', tools: [recipeScale] }

export function recipeFamily(folder: string) {
  return defineFamily<RecipeContext, RecipeReason, BodyCode>({
    family: recipes,
    dialect: bodyDialect,
    codes: { ...sharedBodyCodes, no_servings: 'invalid_parameter' },
    open: ({ clock, writes }) => {
      const root = openRoot(folder, { clock, writes })
      return { root, close: () => root.close() }
    },
  })
}

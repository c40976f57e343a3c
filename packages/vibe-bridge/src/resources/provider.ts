import {
  type Call,
  type Completion,
  type CompletionRequest,
  plainCall,
  type ResourceEntry,
  type ResourceProvider,
  type ResourceText,
  type TitledCompletion,
} from '@shoko/contract'
import { joinPath, parseDirectory } from '@shoko/core-fs'
import { titleKey, titlesLike } from '@shoko/search'
import type { VibeContext } from '../context.ts'
import { beginningWith } from '../prompts/arguments.ts'
import { readWholeDoc } from '../tools/read-doc.ts'
import { addressOfPath, FOLDERS } from '../workspace/layout.ts'
import { listProjects } from '../workspace/projects.ts'
import { describeProject, listProjectSummaries } from './overview.ts'
import { DOCUMENT_TEMPLATE, PROJECT_TEMPLATE, PROJECTS_URI, parseUri, projectUri } from './uris.ts'

const JSON_TYPE = 'application/json'
const MAX_TITLES = 100

export const vibeResources: ResourceProvider<VibeContext> = {
  scheme: 'vibe',
  templates: [
    {
      uriTemplate: PROJECT_TEMPLATE,
      name: 'project',
      title: 'Project',
      description: 'Folders and files of a project; ?folder=tasks&offset=200 for a part of them',
      mimeType: JSON_TYPE,
    },
    {
      uriTemplate: DOCUMENT_TEMPLATE,
      name: 'document',
      title: 'Document',
      description: 'One document with its metadata',
      mimeType: JSON_TYPE,
    },
  ],
  list: listResources,
  read: readResource,
  complete: completeResource,
  watch: (ctx) => ctx.index.watch(),
}

/** Cheap on purpose, since clients ask when they connect: folder names only, no index. Documents are found by template. */
async function listResources(ctx: VibeContext): Promise<readonly ResourceEntry[]> {
  const projects = await listProjects(ctx.root)
  return [
    {
      uri: PROJECTS_URI,
      name: 'projects',
      title: 'Projects',
      description: 'All projects with their counts',
      mimeType: JSON_TYPE,
    },
    ...projects.map((name) => ({
      uri: projectUri(name),
      name,
      title: name,
      description: `Files of ${name}`,
      mimeType: JSON_TYPE,
    })),
  ]
}

async function readResource(ctx: VibeContext, uri: string, call: Call): Promise<ResourceText> {
  return { uri, mimeType: JSON_TYPE, text: JSON.stringify(await resourceValue(ctx, uri, call)) }
}

async function resourceValue(ctx: VibeContext, uri: string, call: Call): Promise<unknown> {
  const resource = parseUri(uri)
  if (resource.kind === 'projects') return { projects: await listProjectSummaries(ctx, call) }
  if (resource.kind === 'project') return describeProject(ctx, resource, call)
  const { project, folder, filename } = resource
  return readWholeDoc(ctx, { project, folder, filename })
}

async function completeResource(ctx: VibeContext, request: CompletionRequest): Promise<readonly Completion[]> {
  const { argument, value, known } = request
  if (argument === 'name') return beginningWith(await listProjects(ctx.root), value)
  if (argument === 'folder') return beginningWith(FOLDERS, value)
  if (argument === 'file' && known.name === undefined) return documentsLike(ctx, value)
  if (argument === 'file') return beginningWith(await filesIn(ctx, known), value)
  return []
}

/** Documents of all projects by their titles, for whoever does not know where one lies. */
async function documentsLike(ctx: VibeContext, typed: string): Promise<readonly TitledCompletion[]> {
  const documents = await ctx.index.documents({}, plainCall)
  const entries = documents.map((item) => ({ key: titleKey(`${item.title} ${item.project}/${item.inProject}`), item }))
  return titlesLike(entries, typed, MAX_TITLES).map(({ filename, title, project, folder }) => ({
    value: filename,
    title,
    with: { name: project, folder },
  }))
}

async function filesIn(ctx: VibeContext, { name, folder = '' }: Readonly<Record<string, string>>): Promise<readonly string[]> {
  if (name === undefined || !(await listProjects(ctx.root)).includes(name)) return []
  const known = FOLDERS.find((each) => each === folder)
  if (known === undefined && folder !== '') return []
  const dir = known === undefined ? parseDirectory(name) : joinPath(parseDirectory(name), known)
  if ((await ctx.root.find(dir))?.kind !== 'dir') return []
  const files = await ctx.root.walk({ dir })
  return files.flatMap(({ path }) => {
    const address = addressOfPath(path)
    return address?.folder === (known ?? '') ? [address.filename] : []
  })
}

import { ProtocolError, type Server } from '@modelcontextprotocol/server'
import type { Completion } from '@shoko/contract'
import type { BoundFamily, BoundResources } from '../families/bind.ts'
import type { ServedResources } from '../families/served.ts'
import { describeError } from '../invoke.ts'
import type { Runtime } from '../runtime.ts'
import { admitted, callOf, inTurn, refuseTooLong, type ServedBy } from './call.ts'
import { readView, showsViews, viewEntries } from './views.ts'

const COMPLETION_LIMIT = 100
const INVALID_PARAMS = -32602

export function addResources(server: Server, runtime: Runtime, options: ServedBy): void {
  const { session, era } = options
  server.setRequestHandler('resources/list', async (_request, context) => {
    const list = (resources: ServedResources) =>
      answering({ resources, uri: `${resources.scheme}://` }, (bound) => bound.list(callOf(context, options)))
    const principal = admitted(context, options, 'read')
    const lists = await inTurn(runtime, principal, () => Promise.all(runtime.resources.map(list)))
    const views = showsViews(server, context) ? viewEntries(runtime) : []
    return { resources: [...lists.flat().map((entry) => ({ ...entry })), ...views] }
  })
  server.setRequestHandler('resources/templates/list', (_request, context) => {
    admitted(context, options, 'read')
    return { resourceTemplates: runtime.resources.flatMap(({ templates }) => templates.map((template) => ({ ...template }))) }
  })
  server.setRequestHandler('resources/read', async (request, context) => {
    const principal = admitted(context, options, 'read')
    refuseTooLong(request.params)
    const { uri } = request.params
    const view = await readView(runtime, uri)
    if (view !== undefined) return { contents: [view] }
    const asked = { resources: providerOf(runtime, uri), uri }
    const read = (bound: BoundResources) => bound.read(uri, callOf(context, options))
    const content = await inTurn(runtime, principal, () => answering(asked, read))
    return { contents: [{ ...content }] }
  })
  addCompletion(server, runtime, options)
  if (era === 'legacy' && session !== undefined) addSubscriptions(server, runtime, { ...options, session })
}

/**
 * Starts watching for what a client subscribed to, so that changes made behind the server's back are told too. What is not there to
 * be watched leaves the others alone; the reason is thrown when all have been tried.
 */
export async function watchUris(runtime: Runtime, uris: readonly string[]): Promise<void> {
  const watch = async (uri: string) => (await schemeOf(runtime, uri)?.load())?.watch(uri)
  const failed = (await Promise.allSettled(uris.map(watch))).find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

function addSubscriptions(
  server: Server,
  runtime: Runtime,
  served: ServedBy & { readonly session: NonNullable<ServedBy['session']> },
): void {
  const { session } = served
  server.setRequestHandler('resources/subscribe', async (request, context) => {
    admitted(context, served, 'read')
    refuseTooLong(request.params)
    const { uri } = request.params
    const resources = providerOf(runtime, uri)
    const had = session.subscriptions.has(uri)
    if (!session.subscriptions.add(uri))
      throw new ProtocolError(INVALID_PARAMS, 'too many subscriptions; end some with resources/unsubscribe')
    try {
      await answering({ resources, uri }, (bound) => bound.watch(uri))
    } catch (error) {
      if (!had) session.subscriptions.delete(uri)
      throw error
    }
    return {}
  })
  server.setRequestHandler('resources/unsubscribe', (request) => {
    session.subscriptions.delete(request.params.uri)
    return {}
  })
}

function addCompletion(server: Server, runtime: Runtime, served: ServedBy): void {
  server.setRequestHandler('completion/complete', async (request, context) => {
    const principal = admitted(context, served, 'read')
    refuseTooLong(request.params)
    const { ref, argument, context: filled } = request.params
    const asked = { argument: argument.name, value: argument.value, known: filled?.arguments ?? {} }
    const values = await inTurn(runtime, principal, () =>
      ref.type === 'ref/prompt'
        ? completePrompt(runtime, { ...asked, ref: ref.name })
        : completeTemplate(runtime, { ...asked, ref: ref.uri }),
    )
    return completed(values)
  })
}

/** Where the titles of the values travel: the protocol's values are plain. */
const TITLES = 'shoko/titles'

function completed(found: readonly Completion[]) {
  const shown = found.slice(0, COMPLETION_LIMIT)
  const values = shown.map((one) => (typeof one === 'string' ? one : one.value))
  const titles = shown.filter((one) => typeof one !== 'string')
  return {
    completion: { values, total: found.length, hasMore: found.length > COMPLETION_LIMIT },
    ...(titles.length === 0 ? {} : { _meta: { [TITLES]: titles.map((one) => ({ ...one })) } }),
  }
}

type Asked = Parameters<BoundResources['complete']>[0]

async function completePrompt(runtime: Runtime, asked: Asked): Promise<readonly Completion[]> {
  const prompt = await runtime.prompts.find(({ name }) => name === asked.ref)?.load()
  return (await prompt?.complete(asked)) ?? []
}

async function completeTemplate(runtime: Runtime, asked: Asked): Promise<readonly Completion[]> {
  const resources = await schemeOf(runtime, asked.ref)?.load()
  return (await resources?.complete(asked)) ?? []
}

function schemeOf(runtime: Runtime, uri: string): ServedResources | undefined {
  return runtime.resources.find(({ scheme }) => uri.startsWith(`${scheme}://`))
}

function providerOf(runtime: Runtime, uri: string): ServedResources {
  const found = schemeOf(runtime, uri)
  if (found === undefined)
    throw new ProtocolError(INVALID_PARAMS, `Resource not found: ${uri.slice(0, 200)}`, { uri, code: 'not_found' })
  return found
}

/** Errors of resources are errors of the protocol in every family, with the family's code beside the URI. */
async function answering<T>(
  asked: { readonly resources: ServedResources; readonly uri: string },
  work: (bound: BoundResources) => Promise<T>,
): Promise<T> {
  const bound = await asked.resources.load()
  try {
    return await work(bound)
  } catch (error) {
    throw asProtocolError(bound.family, error, { uri: asked.uri })
  }
}

export function asProtocolError(family: BoundFamily, error: unknown, about: Readonly<Record<string, unknown>>): ProtocolError {
  const { failure } = describeError(family, error)
  return new ProtocolError(INVALID_PARAMS, family.dialect.sentence(failure), { ...about, code: failure.code })
}

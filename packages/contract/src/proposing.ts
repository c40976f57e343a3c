import { DomainError } from './domain-error.ts'

const NOT_FOUND: ReadonlySet<string> = new Set(['not_found', 'file_not_found', 'project_not_found'])

/**
 * Does the work; where that ends because a name names nothing, the error goes on with the names that are written most like it
 * (`did_you_mean`, and in the message). `namesLike` is only asked then.
 */
export async function proposing<T>(work: () => Promise<T>, namesLike: () => Promise<readonly string[]>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DomainError) || !NOT_FOUND.has(error.reason)) throw error
    // Whatever goes wrong in looking for names, the caller is told what happened.
    const names = await namesLike().catch(() => [])
    if (names.length === 0) throw error
    throw new DomainError(error.reason, `${error.message}; did you mean ${names.join(' or ')}?`, {
      cause: error,
      details: { ...error.details, did_you_mean: names },
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    })
  }
}

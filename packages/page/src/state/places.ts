/** Addresses of what can be read and watched. */

const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/')

export const NOTES_URI = 'vault://'
export const PROJECTS_URI = 'vibe://projects'

export function noteUri(path: string): string {
  return `${NOTES_URI}${encoded(path)}`
}

export function manualUri(manual: string, path: string): string {
  return `manual://${encodeURIComponent(manual)}/${encoded(path)}`
}

export function projectUri(project: string): string {
  return `${PROJECTS_URI}/${encodeURIComponent(project)}`
}

/** `path` as searches give it: project, folder, file. */
export function documentUri(path: string): string {
  return `${PROJECTS_URI}/${encoded(path)}`
}

/** Of a document or a folder, by its path among all documents. */
export function historyUri(document: string): string {
  return `shoko://history/${encoded(document)}`
}

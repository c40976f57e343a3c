import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Principal } from '../principal.ts'
import type { RequestScope } from './request-scope.ts'

export interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly scope: RequestScope
}

/** What is served at a path: to anyone, or to whom the authenticator has let in. */
export type Route = { readonly at: string | ((path: string) => boolean); readonly method?: string } & (
  | { readonly access: 'anyone'; serve(asked: Asked): Promise<void> | void }
  | { readonly access: 'principal'; serve(asked: Asked, principal: Principal): Promise<void> | void }
)

export function routeFor(routes: readonly Route[], path: string, method: string | undefined): Route | undefined {
  return routes.find((route) => {
    const isThere = typeof route.at === 'string' ? route.at === path : route.at(path)
    return isThere && (route.method === undefined || route.method === method)
  })
}

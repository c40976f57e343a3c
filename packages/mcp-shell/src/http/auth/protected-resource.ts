import type { ShokoConfig } from '../../config/variables.ts'
import { SCOPES } from '../../principal.ts'
import { hostName, isLoopbackName } from '../guard.ts'

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** Both places where clients look for the document of an endpoint at /mcp (RFC 9728, section 3.1). */
export function isMetadataPath(path: string): boolean {
  return path === WELL_KNOWN || path === `${WELL_KNOWN}/mcp`
}

/** What a client must know to get a token for this server. */
export function resourceMetadata(config: ShokoConfig, host: string): Record<string, unknown> {
  return {
    resource: resourceUrl(config, host),
    authorization_servers: [config.OAUTH_ISSUER],
    scopes_supported: offeredScopes(config),
    bearer_methods_supported: ['header'],
    resource_name: 'Shoko',
  }
}

export function metadataUrl(config: ShokoConfig, host: string): string {
  return `${new URL(resourceUrl(config, host)).origin}${WELL_KNOWN}/mcp`
}

export function offeredScopes(config: ShokoConfig): readonly string[] {
  return config.SHOKO_READ_ONLY ? ['read'] : SCOPES
}

/**
 * The address clients know this server by. The audience, where it is a URL of ours; otherwise (some servers name their audiences
 * freely) the host that was asked, which is on the allow-list: https, since a proxy ends TLS, except on this very machine.
 */
function resourceUrl(config: ShokoConfig, host: string): string {
  const { OAUTH_AUDIENCE: audience } = config
  if (audience !== null && URL.canParse(audience) && config.HTTP_ALLOWED_HOSTS.includes(new URL(audience).hostname))
    return audience
  return `${isLoopbackName(hostName(host)) ? 'http' : 'https'}://${host}/mcp`
}

import { describe, expect, it } from 'vitest'
import type { ShokoConfig } from '../../config/variables.ts'
import { metadataUrl, resourceMetadata } from './protected-resource.ts'

function config(over: Partial<ShokoConfig>): ShokoConfig {
  return {
    HTTP_ALLOWED_HOSTS: ['notes.example', 'localhost'],
    OAUTH_ISSUER: 'https://login.example',
    OAUTH_AUDIENCE: 'shoko',
    SHOKO_READ_ONLY: false,
    ...over,
  } as ShokoConfig
}

describe('resourceMetadata', () => {
  it('names the issuer, the scopes and the audience where that is an address of ours', () => {
    expect(resourceMetadata(config({ OAUTH_AUDIENCE: 'https://notes.example/mcp' }), 'notes.example')).toEqual({
      resource: 'https://notes.example/mcp',
      authorization_servers: ['https://login.example'],
      scopes_supported: ['read', 'write'],
      bearer_methods_supported: ['header'],
      resource_name: 'Shoko',
    })
  })

  it.each([
    ['shoko-api', 'notes.example', 'https://notes.example/mcp'],
    ['https://api.example/shoko', 'notes.example:8443', 'https://notes.example:8443/mcp'],
    ['shoko-api', 'localhost:8080', 'http://localhost:8080/mcp'],
  ])('falls back to the host that was asked: audience %s, host %s', (OAUTH_AUDIENCE, host, resource) => {
    expect(resourceMetadata(config({ OAUTH_AUDIENCE }), host)['resource']).toBe(resource)
  })

  it('offers no writing where nothing can be written', () => {
    expect(resourceMetadata(config({ SHOKO_READ_ONLY: true }), 'localhost')['scopes_supported']).toEqual(['read'])
  })
})

describe('metadataUrl', () => {
  it('puts the well-known part before the path', () => {
    expect(metadataUrl(config({ OAUTH_AUDIENCE: 'https://notes.example/mcp' }), 'localhost')).toBe(
      'https://notes.example/.well-known/oauth-protected-resource/mcp',
    )
  })
})

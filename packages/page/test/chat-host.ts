import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

/** A chat program around one view, as the official bridge makes it; the test passes its requests on to the server. */
interface Passing {
  passOn(method: string, params: object): Promise<never>
  /** The call whose answer the view belongs to. */
  asked(): Promise<{ readonly name: string; readonly arguments: Record<string, unknown> }>
}

const { passOn, asked } = globalThis as unknown as Passing
const frame = document.querySelector('iframe')!
const capabilities = { serverTools: {}, serverResources: {}, openLinks: {} }
const bridge = new AppBridge(null, { name: 'chat', version: '1' }, capabilities, {
  hostContext: { theme: 'dark', locale: 'es-ES' },
})
bridge.oncalltool = (params) => passOn('tools/call', params)
bridge.onreadresource = (params) => passOn('resources/read', params)
bridge.onopenlink = async ({ url }) => {
  document.title = `asked for ${url}`
  return {}
}
bridge.onsizechange = ({ height }) => {
  if (height !== undefined) frame.style.height = `${height}px`
}
bridge.oninitialized = async () => {
  const call = await asked()
  await bridge.sendToolInput({ arguments: call.arguments })
  await bridge.sendToolResult(await passOn('tools/call', call))
}
await bridge.connect(new PostMessageTransport(frame.contentWindow!, frame.contentWindow!))
frame.src = '/view'

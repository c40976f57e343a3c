/** Node's cryptography, loaded with its first use: it is twenty modules, and a server lists its tools without it. */
export function nodeCrypto() {
  return process.getBuiltinModule('node:crypto')
}

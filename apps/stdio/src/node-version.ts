/** Says what to do instead of failing later on a missing built-in. */
export function assertNode(): void {
  const [major = 0, minor = 0, patch = 0] = process.versions.node.split('.').map(Number)
  const recent = major > 24 || (major === 24 && minor >= 15) || (major === 22 && (minor > 23 || (minor === 23 && patch >= 3)))
  if (recent) return
  process.stderr.write(
    `Shoko needs Node 24.15 or later, or 22.23.3 or a later 22 (this is ${process.versions.node}): in a clone, npm start and npm run shoko -- COMMAND fetch one by themselves; elsewhere, install it from https://nodejs.org\n`,
  )
  process.exit(2)
}

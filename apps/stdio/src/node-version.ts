/** Says what to do instead of failing later on a missing built-in. */
export function assertNode(): void {
  const [major = 0, minor = 0, patch = 0] = process.versions.node.split('.').map(Number)
  const recent = major > 24 || (major === 24 && minor >= 15) || (major === 22 && (minor > 23 || (minor === 23 && patch >= 3)))
  if (recent) return
  process.stderr.write(
    `shoko needs Node ^22.23.3 or >=24.15 (this is ${process.versions.node}); try: npx --yes --package=node@24 -- node …\n`,
  )
  process.exit(2)
}

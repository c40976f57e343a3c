#!/usr/bin/env node
'use strict'
// Old Node must be able to read this file: no newer syntax than 2009's, so that a person reads a sentence and not a stack.
var version = process.versions.node
var parts = version.split('.').map(Number)
var asked = process.argv.slice(2).join(' ') || 'help'
var advice = [
  'shoko needs Node 24.15 or later, or 22.23.3 or a later 22; this is Node VERSION.',
  'Install a newer Node (https://nodejs.org), or let npm fetch one for this command alone:',
  '  npx --yes --package=node@24 -- node "FILE" ASKED',
]
var text = advice.concat('').join('\n').replace('VERSION', version)

if (supported(parts[0], parts[1], parts[2])) {
  require('./start.cjs')
} else {
  process.stderr.write(text.replace('FILE', __filename).replace('ASKED', asked))
  process.exit(2)
}

function supported(major, minor, patch) {
  if (major === 22) return minor > 23 || (minor === 23 && patch >= 3)
  return major > 24 || (major === 24 && minor >= 15)
}

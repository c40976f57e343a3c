import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

const MOST_BYTES = 110_000

it('fits, script and style together and gzipped, into 110 kB', async () => {
  const { pageFiles } = await import('@shoko/page')
  const [script, style] = [gzipSync(pageFiles.script).length, gzipSync(pageFiles.style).length]
  console.log(`the page: script ${script} bytes, style ${style} bytes, gzipped`)
  expect(script + style).toBeLessThan(MOST_BYTES)
})

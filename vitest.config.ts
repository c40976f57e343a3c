import { defineConfig } from 'vitest/config'

export default defineConfig({
  ssr: {
    resolve: {
      conditions: ['shoko-source', 'module', 'node', 'development|production'],
      externalConditions: ['shoko-source', 'node'],
    },
  },
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'apps/*/test/**/*.test.ts', 'scripts/**/*.test.ts', 'bench/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // V8 aborts now and then when threads end on processors with protection keys (nodejs/node#64500 and its like).
    execArgv: ['--no-memory-protection-keys'],
    // A tool that gives a reason that it does not declare fails here; in production it is logged.
    env: { UNDECLARED_REASONS: 'bug' },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

export { withConfig } from './config/from-process.ts'
export { serveAtFront } from './shared/serve-at-front.ts'
export { SHARED_PROCESS } from './shared/start-process.ts'

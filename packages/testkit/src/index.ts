export {
  type Answer,
  type ClientKind,
  clientKinds,
  connect,
  type ListedTool,
  type RpcError,
  type Target,
  type TestClient,
} from './clients.ts'
export { type DemoWorkspace, demoWorkspace } from './demo-workspace.ts'
export { type FakeClock, fakeClock } from './fake-clock.ts'
export { type HeldSection, holdSection } from './hold-section.ts'
export { type Inspected, type InspectTarget, inspect } from './inspector.ts'
export { type Postgres, startPostgres } from './postgres.ts'
export {
  cliMain,
  type Environment,
  type Finished,
  fixtures,
  type HttpProcess,
  httpMain,
  plainEnvironment,
  runProgram,
  startHttp,
  stdioMain,
} from './processes.ts'
export { fillTree, type TemporaryTree, temporaryTree } from './temporary-tree.ts'
export { type TourStop, tour } from './tour.ts'
export { describeTour } from './tour-suite.ts'

import { describeEventLogs } from './event-log.suite.ts'
import { createEventLogs } from './event-log.ts'

describeEventLogs('events kept in this process', async (limits) => ({
  logs: createEventLogs(limits),
  begin: async () => {},
}))

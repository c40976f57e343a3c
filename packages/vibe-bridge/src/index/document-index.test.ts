import { describeDocumentIndex } from './document-index.suite.ts'

describeDocumentIndex('an index in a file', ({ ctx }) => ctx.index)
describeDocumentIndex('an index in memory', ({ reopen }) => reopen({ readOnly: true }).index)

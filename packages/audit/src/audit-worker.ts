import { serveThread } from '@shoko/core-fs'
import { type AuditJob, judgeArtifact } from './judge-artifact.ts'

void serveThread((data) => judgeArtifact(data as AuditJob)) // its owner is judge-aside, in this package

import { serveThread } from '@shoko/core-fs'
import { runView, type ViewJob } from './view-document.ts'

void serveThread((data) => runView(data as ViewJob)) // its owner is view-document, in this package

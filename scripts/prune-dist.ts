import { resolve } from 'node:path'
import { pruneDist } from './packaging/dist-files.ts'

/** Runs before a package is packed, in its folder. */
pruneDist(resolve('dist'))

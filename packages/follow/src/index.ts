export { type FileStamp, isCurrent, stampOf } from '@shoko/core-fs'
export { createLiveChanges, type Due, type LiveChanges, type LiveFiles } from './live-changes.ts'
export { type FollowedFiles, type FollowedTree, TreeFollower } from './tree-follower.ts'
export { yieldEvery } from './yield-every.ts'

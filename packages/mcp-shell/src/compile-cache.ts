export { enableOwnCompileCache } from '@shoko/core-fs/compile-cache'

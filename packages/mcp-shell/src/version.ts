/** Kept equal to package.json by a test, so that the bundle needs no file at run time. */
export const version = '0.1.0'

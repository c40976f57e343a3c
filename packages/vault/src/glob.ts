import picomatch from 'picomatch'

/** Tests paths below the searched folder; a glob without a slash is matched at any depth. */
export function globFilter(glob: string): (pathBelow: string) => boolean {
  return picomatch(glob, { dot: false, basename: !glob.includes('/') })
}

/** Globs become backtracking patterns: several stars in one segment, or groups, can take longer than anyone waits. */
export function isHarmlessGlob(glob: string): boolean {
  return !/[()]/.test(glob) && glob.split('/').every((segment) => segment.replaceAll('**', '*').split('*').length <= 3)
}

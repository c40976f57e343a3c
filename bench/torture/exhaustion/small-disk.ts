import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'

/** A disk of our own, to fill or to lock; the reason where this user may not have one. */
export function mountDisk(path: string, size: string): string | undefined {
  mkdirSync(path, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'this user may not mount a file system'
  }
}

export function lockDisk(path: string): void {
  execFileSync('mount', ['-o', 'remount,ro', path])
}

export function unmountDisk(path: string): void {
  execFileSync('umount', ['-l', path])
}

import type { Parser } from './parsers.ts'

/** One setting: how its text is read, what it defaults to, what it means. */
export interface Variable<T> {
  readonly parse: Parser<T>
  readonly fallback: T | Derived<T>
  /** How the default is shown to people, where it depends on something. */
  readonly shown?: string
  readonly meaning: string
  readonly aliases?: readonly string[]
  /** A path or list of paths: relative ones are taken from the folder of whoever says them, and a workspace's own file may not point outside. */
  readonly root?: true
  /** Never set by a file inside a workspace, never printed. */
  readonly secret?: true
  /** No flag: every user of a machine can read command lines. */
  readonly unflagged?: true
}

/** A default computed from what is known by then; variables are resolved in table order. */
export type Derived<T> = (known: {
  readonly WORKSPACE_ROOT: string
  readonly VIBE_ROOT: string
  readonly HTTP_HOST: string
  readonly home: string
}) => T

export function variable<T>(definition: Variable<T>): Variable<T> {
  return definition
}

interface Lockable {
  exclusive<T>(work: () => Promise<T>): Promise<T>
}

export interface HeldSection {
  release(): Promise<void>
}

/** Enters the exclusive section, as another writer would, and stays there until it is released. */
export async function holdSection(root: Lockable): Promise<HeldSection> {
  const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
  const { promise: free, resolve: leave } = Promise.withResolvers<void>()
  const holding = root.exclusive(() => {
    enter()
    return free
  })
  await Promise.race([entered, holding])
  return {
    release: () => {
      leave()
      return holding
    },
  }
}

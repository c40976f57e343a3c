import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'

/** The field says what the address says, and stays the same field: who is typing in it is not thrown out. */
export function useTyped(input: RefObject<HTMLInputElement | null>, query: string): void {
  useEffect(() => {
    if (input.current !== null && input.current.value.trim() !== query) input.current.value = query
  }, [input, query])
}

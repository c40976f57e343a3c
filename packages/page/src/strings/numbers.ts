/** Numbers as people of this language write them. Small ones look the same in all of them, and a format takes its time to be made. */
export function numbersIn(language: string): (value: number) => string {
  let format: Intl.NumberFormat | undefined
  return (value) => {
    if (Number.isInteger(value) && Math.abs(value) < 1000) return String(value)
    format ??= new Intl.NumberFormat(language)
    return format.format(value)
  }
}

/** Between the number and its sign stands what the language puts there. */
export function percentIn(number: (value: number) => string, gap = ''): (hundredths: number) => string {
  return (hundredths) => `${number(hundredths)}${gap}%`
}

/** In hundredths. What was calculated is never certain, however near it comes. */
export function sureness(confidence: number): number {
  return Math.min(99, Math.round(confidence * 100))
}

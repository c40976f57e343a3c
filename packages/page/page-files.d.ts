/** What the build leaves behind: the page as three texts. */
export declare const pageFiles: {
  readonly shell: string
  readonly script: string
  readonly style: string
}

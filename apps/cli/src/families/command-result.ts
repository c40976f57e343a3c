/** What a family's command has to say; the caller prints. */
export interface CommandResult {
  readonly stdout: string
  readonly stderr: string
  /** 0: fine; 1: refused, or nothing or something wrong was found; 2: the command line makes no sense. */
  readonly exitCode: number
}

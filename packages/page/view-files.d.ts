/** What the build leaves behind: each view of a chat as one HTML text, by its name. */
export declare const viewFiles: Readonly<Record<'board' | 'evidence', string>>

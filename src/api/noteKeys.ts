/** Query keys of notes, in a file of their own, because a SIM's page shows notes that another part has read. */
export const noteKeys = {
  of: (iccid: string) => ['notes', 'of', iccid],
  counts: ['notes', 'counts'],
  /** True once the gateway has said that it keeps no notes. */
  off: ['notes', 'off'],
} as const;

/** Query keys of notes, in a file of their own, because a SIM's page shows notes that another part has read. */
export const noteKeys = {
  of: (iccid: string) => ['notes', 'of', iccid],
  counts: ['notes', 'counts'],
  /** True once the gateway has said that it keeps no notes. */
  off: ['notes', 'off'],
} as const;

/** Names of a user's unsaved notes in this tab's storage: a new note about a SIM, a changed one, one for an alert. */
export const noteDrafts = {
  typed: (iccid: string) => `note ${iccid}`,
  edited: (iccid: string) => `edited note ${iccid}`,
  forAlert: (id: string) => `alert note ${id}`,
  has: (name: string) => /^(?:edited |alert )?note /.test(name),
};

import type { MarkName } from './marks.ts';

/** Words of the views and of what they mark. */
export const viewsMessages = {
  heading: 'Views',
  lead: 'A view keeps filters, order and columns under a name. Views are remembered in this browser.',
  builtIn: 'Built in',
  saved: 'Saved',
  none: 'None yet: set filters, order and columns as you need them, then save them here.',
  suspended: 'Suspended',
  marksOnly: 'Marks rows on the page only',
  noRows: 'Marks rows on the page only, which has none',
  notInRecords: 'No record on this page has the field for it',
  present: 'Shown now',
  start: (name: string) => `Start with ${name}`,
  startShort: 'Start',
  startHint: '“Start” is what the console opens with when the address asks for nothing else.',
  copyLink: (name: string) => `Copy link to ${name}`,
  copyShort: 'Copy link',
  rename: (name: string) => `Rename ${name}`,
  renameShort: 'Rename',
  delete: (name: string) => `Delete ${name}`,
  deleteShort: 'Delete',
  deleted: (name: string) => `“${name}” was deleted.`,
  undo: 'Undo',
  savePresent: 'Save what is shown now',
  name: 'View name',
  newName: 'New name',
  save: 'Save view',
  saveName: 'Save name',
  cancel: 'Cancel',
  savedAs: (name: string) => `Saved as “${name}”.`,
  nameMissing: 'A view needs a name.',
  nameTaken: 'Another view has this name.',
  close: 'Close',
  mark: {
    noImei: 'No IMEI seen',
    dataBlocked: 'Data blocked',
    recentlyChanged: 'Recently changed',
  } satisfies Record<MarkName, string>,
  markHint: {
    noImei: 'the IMEI is missing, empty or all zeros',
    dataBlocked: 'the Block flag Data or LTEData is set',
    recentlyChanged: 'modified in the last 7 days',
  } satisfies Record<MarkName, string>,
  marking: (mark: MarkName, count: number, of: number) =>
    `${viewsMessages.mark[mark]} (${viewsMessages.markHint[mark]}): the service cannot filter by this, so only the rows on this page are marked, ${count} of ${of}.`,
  cannotTell: (count: number) =>
    count === 1
      ? 'Of 1 row it cannot be told from its record.'
      : `Of ${count} rows it cannot be told from their records.`,
  stopMarking: 'Stop marking',
} as const;

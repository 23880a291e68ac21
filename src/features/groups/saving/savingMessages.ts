import { formatNumber } from '#lib/format.ts';

/** The words around a save: its confirmation, its conflicts, how it ended, and leaving without one. */
export const savingMessages = {
  doingSave: 'save the group',
  doingConfirm: 'confirm the save',
  saved: 'Saved. The service reports exactly what was sent.',
  unconfirmed: (fields: string) =>
    `Saved, but not confirmed: the service does not report everything that was sent. Not reported: ${fields}.`,
  different:
    'The service accepted the change, but reports something else than what was sent. Compare before you go on.',
  goneAfter:
    'The service accepted the change, and no longer lists the group: it may have been deleted.',
  otherGroup: 'The service confirmed another group than this one. Compare before you go on.',
  notReRead: 'The service accepted the change. It could not be read back to confirm it.',
  cancelled: 'Cancelled: nothing was stored, and everything typed is still here.',
  notSaved:
    'It was not stored: the service reports the group as it was before. You can save again.',
  unknown: {
    notRead:
      'Whether it was stored is not known: the group could not be read afterwards. Look at it before you save again.',
    gone: 'Whether it was stored is not known: the service no longer lists the group.',
    notReported: (fields: string) =>
      `Whether it was stored is not known: what the service reports is as before, and it does not report everything that was sent. Not reported: ${fields}. Look at the group before you save again.`,
    touched: (fields: string) =>
      `Whether it was stored is not known: the group was touched, by this save or by something else, and the service does not report everything that was sent. Not reported: ${fields}. Look at the group before you save again.`,
  },
  gone: 'Nothing was sent: the group is no longer in the list of the service.',
  touched: (time: string) => `The group was touched meanwhile: its date of change is now ${time}.`,
  notDated:
    'Whether the group was changed meanwhile is not known: there are no two dates of change to compare.',
  reportedAsBefore: (fields: string) => `Reported as before: ${fields}.`,
  mayHaveChanged: (fields: string) => `Not reported, and perhaps changed: ${fields}.`,
  goOn: 'Nothing was sent yet: press Save again to go on.',
  goOnUnseen:
    'Nothing was sent yet: press Save again to store what this form shows over whatever is there now, or find out first.',
  sent: 'Sent',
  reported: 'Reported',

  undo: 'Undo',
  undoAdvice: (former: string) => `Undo stores again what was there before: ${former}.`,
  noUndo:
    'It cannot be undone from here: the service did not report all of the former name, lock and prefix, so they are not known.',

  confirmHeading: 'Confirm IMEI lock change',
  confirmLead: (name: string) =>
    `This sets which devices may use the SIMs of “${name}”. What is stored now is overwritten.`,
  confirmLockWarning:
    'Devices whose IMEI does not begin with the prefix may lose service, some of them only when their next session starts.',
  confirmUnlock: 'Every device may then use the SIMs of this group.',
  confirmStillUnlocked:
    'The group stays unlocked: every device may use its SIMs, whatever the prefix.',
  before: 'Before',
  after: 'After',
  confirm: 'Confirm',
  keepEditing: 'Keep editing',
  typeToConfirm: 'Type to confirm',
  typeNumber: (count: string) =>
    `${formatNumber(Number(count))} SIMs would lose service, by what is last known. Type this number.`,
  typeName: (name: string) =>
    `It is not known how many SIMs would lose service. Type the name of the group: ${name}`,
  typeNumberWrong: (count: string) => `Type ${count} to confirm.`,
  typeNameWrong: (name: string) => `Type ${name} to confirm.`,
  stillReading: 'Wait until the SIMs are read, or cancel the reading.',

  changedHeading: 'Group changed meanwhile',
  changedLead: 'Somebody changed this group after you opened it. Nothing was sent.',
  changedReport: (fields: string) =>
    `Whether somebody changed this group after you opened it is not known: the service did not report the same fields both times (${fields}). Nothing was sent.`,
  notChanged: 'What the service reports of the group is as it was when you opened it.',
  changedRefused: 'The service refused the change, and nothing of it was stored.',
  changedUnknown:
    'No word came back from the service, and it now has other values than before and than what was sent. Compare before you go on.',
  changedUnsure:
    'No word came back from the service, and what it reports is not what was sent. Compare before you go on.',
  changedAdvice: 'Choose a value of each field. Nothing is sent before you press Save again.',
  was: 'When you opened it',
  theirs: 'Stored now',
  mine: 'Yours',
  asStored: 'as stored',
  takeThese: 'Use these values',

  sessionIsBack:
    'You are signed in again. What you typed is still here and not saved: press Save to send it.',
  mayNotWrite:
    'This sign-in may not write this group: nothing was stored, and the form can only be read. What you typed is still here, to be copied.',
  restored:
    'What you had typed here before the page was loaded again is back. It is not saved yet.',
  lastSaved: (words: string, time: string) =>
    `Last saved from this browser: ${words}, ${time}. Somebody may have changed it since.`,

  nothingNew: 'There is nothing to save: no value in this form was changed.',
  restoredSent:
    'What you had typed here before the page was loaded again is back. A save of it was under way then: whether it is stored is not known. Compare with the list before you save again.',
  restoredStored:
    'A save was under way when the page was loaded again. The service now has what you had typed.',
  leaveRunning:
    'A save is under way. What is not sent yet is given up when you leave, and how it ends is said on this page only.',

  leaveHeading: 'Leave without saving?',
  leaveLead: 'What you changed in this group is not saved, and is lost when you leave.',
  leave: 'Leave',
  stay: 'Stay',
} as const;

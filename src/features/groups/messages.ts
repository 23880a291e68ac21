import { formatNumber } from '#lib/format.ts';

export const messages = {
  heading: 'Thing Groups',
  doingList: 'load the Thing Groups',
  loading: 'Loading Thing Groups…',
  refresh: 'Refresh',
  updated: (time: string) => `Updated ${time}`,
  filter: 'Filter groups',
  shown: (shown: number, of: number) =>
    shown === of
      ? `${formatNumber(of)} groups`
      : `${formatNumber(shown)} of ${formatNumber(of)} groups`,
  noneMatch:
    'No group has this text in its name, ID, description, profile, networks or IMEI prefix.',
  empty: 'The service listed no Thing Groups.',
  unreadable: (count: number, of: number) => `${count} of ${of} records could not be read.`,
  unnamed: '(no name)',

  columns: {
    name: 'Name',
    description: 'Description',
    profile: 'Profile',
    networks: 'Networks',
    total: 'Total',
    active: 'Active',
    alarm: 'Alarm',
    data: 'Data',
    sms: 'SMS',
    voice: 'Voice',
    lock: 'IMEI lock',
    modified: 'Modified',
  },
  locked: 'Locked',
  unlocked: 'Unlocked',
  notReported: 'not reported',
  noPrefix: 'no prefix',

  backToGroups: 'Back to Thing Groups',
  loadingGroup: 'Loading the Thing Group…',
  groupNotFound: 'No such Thing Group',
  groupNotFoundAdvice: (id: string) =>
    `The service listed no group with the id ${id} for your customer. It may have been deleted.`,
  things: 'Things of this group',

  settings: 'Settings',
  name: 'Group name',
  nameMissing: 'A group needs a name.',
  prefix: 'IMEI prefix (TAC)',
  prefixHint:
    'The first digits of the IMEIs that may get service; 8 digits are one device model (TAC). Empty removes the range.',
  prefixNotDigits: 'Use 1 to 15 digits, or leave it empty.',
  prefixLength: (length: number) =>
    `${length} digits: a TAC has 8. Check that this range is meant.`,
  prefixNeeded: 'A lock needs a prefix: without one it is not known what the service would do.',
  prefixUnchosen:
    'The service does not report the stored prefix. Type the one to store, or tick the box to remove it.',
  removePrefix: 'Remove the stored IMEI prefix',
  lock: 'IMEI lock',
  lockHint:
    'Locked: only devices whose IMEI begins with the prefix get service. Unlocked: every device does.',
  previewImpact: 'Preview impact',
  hideImpact: 'Hide impact',
  lockUnchosen: 'The service does not report the present lock. Choose Locked or Unlocked.',
  unknownLock:
    'The service does not report the present IMEI lock or prefix of this group. Every save sends both, so both have to be chosen here.',
  noProfile:
    'The service did not report the telephony profile of this group, which every save has to send back. It cannot be saved here.',

  save: 'Save',
  saving: 'Saving…',
  discard: 'Discard changes',
  doingSave: 'save the group',
  nothingChanged: 'Nothing was changed.',
  saved: 'Saved. The service reports exactly what was sent.',
  unconfirmed:
    'Saved, but not confirmed: the service accepted it and does not report the lock or the prefix.',
  different:
    'The service accepted the change, but reports something else than what was sent. Compare before you go on.',
  otherGroup: 'The service confirmed another group than this one. Compare before you go on.',
  notReRead: 'The service accepted the change. It could not be read back to confirm it.',
  cancelled: 'Cancelled: nothing was stored, and everything typed is still here.',
  notSaved:
    'It was not stored: the service reports the group as it was before. You can save again.',
  unknown:
    'Whether it was stored is not known: the service does not report enough to tell. Look at the group before you save again.',
  gone: 'Nothing was sent: the group is no longer in the list of the service.',
  touched:
    'The group was touched meanwhile, but its name, profile, lock and prefix are as you saw them. Nothing was sent yet: press Save again to go on.',

  confirmHeading: 'Confirm IMEI lock change',
  confirmLead: (name: string) =>
    `This changes which devices may use the SIMs of “${name}”. The service keeps no earlier version.`,
  confirmLockWarning:
    'Devices whose IMEI does not begin with the prefix may lose service, some of them only when their next session starts.',
  before: 'Before',
  after: 'After',
  confirm: 'Confirm',
  keepEditing: 'Keep editing',

  changedHeading: 'Group changed meanwhile',
  changedLead: 'Somebody changed this group after you opened it. Nothing was sent.',
  field: 'Field',
  was: 'When you opened it',
  theirs: 'Stored now',
  mine: 'Yours',
  takeTheirs: 'Take what is stored',
  keepMine: 'Keep mine',
} as const;

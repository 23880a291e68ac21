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
    'No group has this text in what is reported of its name, ID, description, profile, networks and IMEI prefix.',
  prefixesUnknown: (count: number) =>
    count === 1
      ? 'One group does not report its IMEI prefix, which may have this text.'
      : `${formatNumber(count)} groups do not report their IMEI prefix, which may have this text.`,
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
  groupUnread: (count: number) =>
    count === 1
      ? 'One group in the list could not be read. It may be this one.'
      : `${count} groups in the list could not be read. It may be one of them.`,
  things: 'Things found by this name',
  groupGone:
    'The service no longer lists this group: it may have been deleted. What you typed is still here.',

  settings: 'Settings',
  name: 'Group name',
  nameMissing: 'A group needs a name.',
  prefix: 'IMEI prefix (TAC)',
  prefixHint:
    'The first digits of the IMEIs that may get service; 8 digits are one device model (TAC). Empty removes the range.',
  prefixHintUnknown:
    'The first digits of the IMEIs that may get service; 8 digits are one device model (TAC).',
  prefixNotDigits: 'A prefix has 1 to 15 digits, and nothing else.',
  prefixStoredOddly:
    'Stored like this, which is no prefix of 1 to 15 digits. As long as it is not changed, it is sent back as it is.',
  prefixLength: (length: number) =>
    `${length} digits: a TAC has 8. Check that this range is meant.`,
  offerTac: 'This looks like an IMEI. Its first 8 digits are the TAC.',
  takeTac: (tac: string) => `Use TAC ${tac}`,
  offerDigits: 'A prefix has digits only.',
  takeDigits: (digits: string) => `Use ${digits}`,
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
  unknownBoth:
    'The service does not report the present IMEI lock and prefix of this group. Every save sends both, so both have to be chosen here.',
  unknownLock:
    'The service does not report whether this group is locked. Every save sends the lock, so it has to be chosen here.',
  unknownPrefix:
    'The service does not report the present IMEI prefix of this group. Every save sends it, so it has to be chosen here.',
  noProfile:
    'The service did not report the telephony profile of this group, which every save has to send back. It cannot be saved here.',

  save: 'Save',
  saving: 'Saving…',
  discard: 'Discard changes',

  field: 'Field',
} as const;

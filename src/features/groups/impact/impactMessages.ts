import { formatNumber } from '#lib/format.ts';

import type { ImeiBucket } from './assessLock.ts';

const sims = (count: number) => `${formatNumber(count)} ${count === 1 ? 'SIM' : 'SIMs'}`;
const buckets: Readonly<Record<ImeiBucket, string>> = {
  inside: 'Inside the prefix',
  outside: 'Other TAC or range',
  none: 'No IMEI, or only zeros',
  malformed: 'Not readable as an IMEI',
};

/** The words of the preview, apart from the others because they load with it. */
export const impactMessages = {
  heading: 'Impact by last known devices',
  about:
    'Compares the prefix with the IMEI last known of each SIM. A lock is checked when a session starts: present sessions may go on, a SIM may be in another device by then, and some networks report no IMEI.',
  noPrefix: 'Type a prefix of 1 to 15 digits to see what it would mean for these SIMs.',
  noName:
    'The service does not report the name of this group, so its SIMs cannot be listed: the impact is not known.',

  reading: 'Reading the SIMs of the group',
  soFar: (count: number, pages: number) =>
    `${sims(count)} read, ${formatNumber(pages)} ${pages === 1 ? 'page' : 'pages'}`,
  cancel: 'Stop reading',
  goOn: 'Go on reading',
  readAgain: 'Read again',
  doing: 'read the SIMs of the group',
  keepsLastCall: 'The last call that the service allows for now is left to you. Going on',
  tryingAgain: 'Trying again',
  serviceSaid: (words: string) => `The service said: ${words}`,

  none: 'The service lists no SIM for this group.',
  notKnown: 'No SIM of this group was read: how many may lose service is not known.',
  noneLosing: (read: number) =>
    `None of ${sims(read)} is known to lose service: each was last seen in a device inside the prefix, or is suspended.`,
  losing: (losing: number, read: number) =>
    `${formatNumber(losing)} of ${sims(read)} may lose service.`,
  atLeast: (losing: number, read: number) =>
    `At least ${formatNumber(losing)} of ${formatNumber(read)} read may lose service.`,
  maybeMore: 'There may be more.',
  losingFound: (losing: number, found: number) =>
    `${formatNumber(losing)} of ${sims(found)} found by this group’s name may lose service. Which of them are of this group is not known.`,
  reportedTotal: (total: number) =>
    `The list of groups reports a total of ${formatNumber(total)} for this group; what it counts is not documented.`,
  losingSoFar: (losing: number, read: number) =>
    `${formatNumber(losing)} of ${formatNumber(read)} read so far may lose service.`,
  losingMeans:
    'Counted: SIMs whose last known IMEI is outside the prefix, missing or not readable, without those that are suspended, which have no service now.',
  fullPrefix:
    'With 15 digits the prefix holds the check digit. IMEIs of 14 or 16 digits do not have it and are counted as outside.',
  cancelled: (count: number) => `Stopped after ${sims(count)}. What follows was not read.`,
  failed: (count: number) =>
    `Ended by a failure after ${sims(count)}, which are kept. What follows was not read.`,
  repeating: (count: number) =>
    `Ended after ${sims(count)}: the service gave the same rows again and again, so its list cannot be read to the end.`,
  readAt: (from: string, to: string) =>
    from === to ? `Read at ${from}.` : `Read from ${from} to ${to}.`,
  order:
    'The service has no snapshot to read from: SIMs that come, go or are renamed meanwhile may be missed.',
  duplicates: (count: number) =>
    `${sims(count)} came twice and ${count === 1 ? 'was' : 'were'} counted once: the list changed while it was read, so others may be missing. “Read again” begins a new reading.`,
  shifted:
    'The list changed while it was read, so SIMs may be missing. “Read again” begins a new reading.',
  unreadable: (count: number) =>
    `${formatNumber(count)} ${count === 1 ? 'record' : 'records'} could not be read and ${count === 1 ? 'is' : 'are'} not counted.`,
  unsure: (count: number) =>
    `${sims(count)} ${count === 1 ? 'does' : 'do'} not say of which group they are. The service does not say whether a group’s name finds groups with similar names too: SIMs of those may be counted here.`,
  others: (count: number) =>
    `${sims(count)} of other groups ${count === 1 ? 'was' : 'were'} found by this group’s name and left out.`,

  table: 'SIMs by last known IMEI',
  tableHint:
    'Each SIM is in one of these lines. Suspended SIMs are counted in their line, and once more in the column beside it.',
  columns: {
    bucket: 'Last known IMEI',
    sims: 'SIMs',
    suspended: 'of these suspended',
    actions: 'List and file',
  },
  buckets,
  all: 'All',
  suspended: 'Suspended',
  stateNotReported: 'State not reported',
  acrossLines: 'in any line above',
  notReported: 'not reported',
  show: (name: string) => `Show SIMs: ${name}`,
  showShort: 'Show',
  csv: (name: string) => `Save as CSV: ${name}`,
  csvShort: 'CSV',
  saved: (name: string) => `Saved as ${name}`,

  listOf: (name: string) => `SIMs: ${name}`,
  listHint: 'ICCIDs open in a new tab.',
  list: { iccid: 'ICCID', name: 'Name', state: 'State', imei: 'IMEI as reported' },
  range: (from: number, to: number, of: number) =>
    `${formatNumber(from)}–${formatNumber(to)} of ${formatNumber(of)}`,
  next: 'Next SIMs',
  previous: 'Previous SIMs',
  fileHead: ['ICCID', 'Thing name', 'State', 'IMEI as last reported', 'Last known IMEI'],

  tacs: 'TACs of the last known IMEIs',
  tacsHint:
    'The share of all SIMs read, also of those without an IMEI, that a lock to this TAC would cover.',
  noTacs:
    'No SIM was read with a readable IMEI, so there is no TAC to count and no prefix to suggest.',
  tac: 'TAC',
  share: 'Share',
  percent: (share: number) =>
    share > 0 && share < 0.001 ? 'below 0.1 %' : `${Math.floor(share * 1000) / 10} %`,
  moreTacs: (count: number) => `Show ${formatNumber(count)} more`,
  takePrefix: (prefix: string) => `Use ${prefix} as prefix`,
  take: 'Use',
  suggestion: 'Suggested prefix',
  suggested: (covers: number, known: number) =>
    `begins ${formatNumber(covers)} of ${formatNumber(known)} readable IMEIs${covers < known ? `; ${formatNumber(known - covers)} are outside.` : '.'}`,
  suggestionHint: (percent: number) =>
    `It is the longest prefix of 6 to 8 digits with which at least ${percent} % of the readable IMEIs begin${percent < 95 ? '; none begins 95 % of them' : ''}. It is put into the form only when you press the button, and stored only when you save.`,
  noSuggestion:
    'No prefix of 6 to 8 digits begins at least 80 % of the readable IMEIs, so none is suggested.',
  inForm: 'It is in the form.',
} as const;

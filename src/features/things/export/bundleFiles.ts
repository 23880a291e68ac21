import type { LoggedCall } from '#api/callLog.ts';
import { callsText, type GroupName } from '#api/callWords.ts';
import type { NotesRead } from '#api/notes.ts';
import type { ThingRecord } from '#api/things.ts';
import type { WorkSetEntry } from '#api/workSet/entries.ts';
import { counted } from '#lib/counted.ts';
import { csvLine } from '#lib/csv.ts';
import { utcTime } from '#lib/format.ts';

import { simTicketText } from '../detail/ticketText.ts';
import type { KnownGroup } from '../detail/whyNoService.ts';
import { noteLine } from '../notes/noteTexts.ts';
import { allColumns } from './exportColumns.ts';
import type { Mask } from './mask.ts';

/** One SIM in a bundle. */
export type BundleSim = Pick<WorkSetEntry, 'iccid' | 'read' | 'notFoundAt'>;

/** Everything that goes into a bundle. */
export interface BundleContent {
  readonly sims: readonly BundleSim[];
  /** A SIM's group, if it was read. */
  readonly knownGroup: (thing: ThingRecord) => KnownGroup | undefined;
  readonly groupName: GroupName;
  readonly calls: readonly LoggedCall[];
  /** Undefined while they are being read. */
  readonly notes: NotesRead | undefined;
  readonly version: string;
  readonly environmentName: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly isMasked: boolean;
}

/** One file in a bundle, written in chunks so that the page stays responsive. */
export interface BundleFile {
  readonly name: string;
  /** The file's contents in words, for the dialog and the readme. */
  readonly about: string;
  /** @param mask must already have collected the numbers of all SIMs */
  readonly parts: (mask: Mask) => Iterable<string>;
}

/** A bundle's files. Building them makes no calls. */
export function bundleFiles(content: BundleContent): readonly BundleFile[] {
  const { sims, calls } = content;
  const files: readonly BundleFile[] = [
    {
      name: 'records.json',
      about: `Records of ${counted(sims.length, 'SIM')} as the service sent them, with unknown fields and the time of each read`,
      parts: (mask) => jsonList(simRecords(sims, mask)),
    },
    {
      name: 'records.csv',
      about: 'The same records as a table',
      parts: (mask) => recordsCsv(sims, mask),
    },
    {
      name: 'thing-groups.json',
      about: 'Their Thing Groups, if this tab has read them',
      parts: (mask) => jsonList(groupRecords(content, mask)),
    },
    {
      name: 'hints.txt',
      about: '“Why might this SIM have no service?” for each SIM',
      parts: (mask) => hints(content, mask),
    },
    ...(content.notes?.notes
      ? [
          {
            name: 'notes.txt',
            about: 'The notes about these SIMs that users of this console have written',
            parts: (mask: Mask) => noteParts(content, mask),
          },
        ]
      : []),
    {
      name: 'calls.txt',
      about: `This tab’s last ${counted(calls.length, 'call')}, with request IDs`,
      parts: (mask) => [callsPart(content, mask)],
    },
  ];
  return [
    {
      name: 'readme.txt',
      about: 'What the bundle contains, what is masked, and the version and environment',
      parts: () => [readme(content, files)],
    },
    ...files,
  ];
}

function readme(content: BundleContent, files: readonly BundleFile[]): string {
  const { sims, version, environmentName, now, isMasked } = content;
  const missing = sims.filter(({ read }) => !read).length;
  return [
    `Support bundle of the SIM Console: ${sims.length === 1 ? `the SIM ${sims[0]?.iccid}` : counted(sims.length, 'SIM')}`,
    '',
    `Written (UTC): ${utcTime(now)}`,
    `Console version: ${version}`,
    `Environment: ${environmentName || 'not named'}`,
    'All times are in UTC. Each record is a copy of what the service listed when it was read.',
    ...(content.notes?.problem === undefined
      ? []
      : [`Notes are missing. ${content.notes.problem}`]),
    ...(missing > 0 ? [`Records that were not read: ${missing}. Only the ICCID is known.`] : []),
    '',
    'Inside:',
    ...files.map(({ name, about }) => `- ${name}: ${about}`),
    '',
    ...(isMasked ? maskedWords : ['Nothing is masked. No password or token is included.']),
    '',
  ].join('\n');
}

const maskedWords = [
  'Masked with *:',
  '- IMSI and MSISDN of these SIMs, and phone numbers in their groups, in every file; the length and',
  '  the last 2 to 4 digits are kept.',
  '- Latitude and longitude, with all digits.',
  '- Undocumented fields whose name indicates that they hold one of these.',
  '- In notes, every number of 7 or more digits, except ICCIDs and IMEIs of these SIMs.',
  'Not masked: ICCID and IMEI, which support needs; cells, networks and IP addresses; names,',
  'descriptions and other text, unless it contains one of the numbers above. No password or token is',
  'included.',
];

/** A list as JSON, item by item. */
function* jsonList(items: Iterable<object>): Iterable<string> {
  let separator = '\n';
  yield '[';
  for (const item of items) {
    yield `${separator}${JSON.stringify(item, undefined, 2)}`;
    separator = ',\n';
  }
  yield '\n]\n';
}

function* simRecords(sims: readonly BundleSim[], mask: Mask): Iterable<object> {
  for (const { iccid, read, notFoundAt } of sims) {
    yield {
      iccid,
      readAt: utcTime(read?.readAt) ?? null,
      requestId: read?.requestId ?? null,
      ...(notFoundAt !== undefined && { noLongerFoundAt: utcTime(notFoundAt) }),
      record: read ? mask.json(read.thing.raw) : null,
    };
  }
}

function* recordsCsv(sims: readonly BundleSim[], mask: Mask): Iterable<string> {
  yield csvLine([...allColumns.map(({ head }) => head), 'Read (UTC)', 'Request ID']);
  for (const { iccid, read } of sims) {
    const known: ThingRecord = read?.thing ?? { ExternalUniqueId: iccid, raw: {} };
    // The last column and items that the console does not understand are raw JSON, masked by field name.
    const raw = Object.assign({}, mask.json(known.raw));
    const masked = Object.entries(raw).filter(
      ([name, value]) => value !== known.raw[name] && Object.hasOwn(known, name),
    );
    const thing: ThingRecord = { ...known, ...Object.fromEntries(masked), raw };
    const cells = allColumns.map(({ text }) => mask.text(text(thing)));
    yield csvLine([...cells, utcTime(read?.readAt) ?? '', read?.requestId ?? '']);
  }
}

function* groupRecords({ sims, knownGroup }: BundleContent, mask: Mask): Iterable<object> {
  const seen = new Set<string>();
  for (const { read } of sims) {
    const id = read?.thing.ThingsGroupId;
    if (!read || id === undefined || seen.has(id)) continue;
    seen.add(id);
    const known = knownGroup(read.thing);
    if (!known) continue;
    const { group, readAt, requestId } = known;
    yield {
      groupId: id,
      readAt: utcTime(readAt) ?? null,
      requestId,
      record: group ? mask.json(group.raw) : 'missing from the list that was read, or unreadable',
    };
  }
}

function* hints({ sims, knownGroup }: BundleContent, mask: Mask): Iterable<string> {
  for (const sim of sims) yield `${mask.text(simTicketText(sim, knownGroup))}\n\n`;
}

function* noteParts({ sims, notes }: BundleContent, mask: Mask): Iterable<string> {
  for (const { iccid } of sims) {
    const own = notes?.notes?.get(iccid) ?? [];
    if (own.length === 0) continue;
    yield `ICCID: ${iccid}\n`;
    for (const note of own) yield `- ${noteLine({ ...note, text: mask.typed(note.text) })}\n`;
    yield '\n';
  }
}

function callsPart(content: BundleContent, mask: Mask): string {
  const calls = content.calls.map((call) => ({ ...call, address: mask.address(call.address) }));
  return `${mask.text(callsText(calls, content))}\n`;
}

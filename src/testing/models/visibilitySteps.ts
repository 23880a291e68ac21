import fc from 'fast-check';

import { customers, iccids, users } from '../fixtures/markedService.ts';
import { stepOf } from './modelRuns.ts';

/** The condition that finds SIMs with notes. */
export const noted = '/records/fleet/things?where=note.not-empty';

/** Every readable path with a customer's records, with parameters that try to reach other customers' records. */
export const addresses = [
  '/records/alerts',
  '/records/alerts?state=open',
  '/records/alerts?size=1&before=9999999999999.x',
  '/session/alerts',
  '/records/changes',
  '/records/changes?groupId=Group_1',
  '/records/changes?group=cid_',
  '/records/changes?size=1',
  '/records/changes?before=9999999999999.x',
  '/records/fleet',
  '/records/fleet/trends',
  '/records/fleet/events',
  '/records/fleet/events?kind=state',
  `/records/fleet/events?iccid=${iccids[0]}`,
  '/records/fleet/events?size=1&before=9999999999999.x',
  '/records/fleet/things',
  '/records/fleet/things?check=shared-imei',
  '/records/fleet/things?check=outside-lock',
  '/records/fleet/things?where=group.is.Group_1',
  '/records/fleet/things?where=state.is-not.ACTIVE',
  '/records/fleet/things?where=tac.none-of.35208115&where=tac.not-empty',
  '/records/fleet/things?where=imei.unknown&where=located.within.9',
  '/records/fleet/things?where=located.unknown',
  noted,
  '/records/fleet/things?before=0',
  '/records/fleet/things?size=1&before=9',
  `/records/fleet/things?iccid=${iccids[1]}`,
  '/records/fleet/impact?groupId=Group_1&prefix=3',
  ...iccids.map((iccid) => `/records/fleet/things/${iccid}`),
  `/records/notes?iccids=${iccids.join(',')}`,
  `/records/note-counts?iccids=${iccids.join(',')}`,
  '/records/views',
] as const;

/** Names and users are checked separately. */
const changes = addresses.filter((address) => address.startsWith('/records/changes'));
const alerts = addresses.filter((address) => address.includes('/alerts'));
const notes = addresses.filter((address) => address.startsWith('/records/note'));
/** Few ids, so that customers use the same ones. */
export const noteIds = [0, 1].map((number) => `note-000000000000000${number}`);

const who = fc.constantFrom(...Object.keys(users));
const gateway = fc.nat(1);
const noteId = fc.constantFrom(...noteIds);
export const step = fc.oneof(
  stepOf(1, 'sign in', { who, gateway }),
  stepOf(3, 'choose', { who, gateway, customerId: fc.constantFrom(...customers) }),
  stepOf(2, 'list things', { who, gateway }),
  stepOf(2, 'list groups', { who, gateway }),
  stepOf(2, 'rename', { who, gateway }),
  stepOf(2, 'begin scan', { who, gateway }),
  stepOf(3, 'share view', { who, gateway }),
  stepOf(6, 'scan fleet', { who, gateway }),
  stepOf(4, 'acknowledge', { who, gateway, alertAt: fc.nat(20) }),
  stepOf(2, 'end scan', { who, gateway, at: fc.nat(20) }),
  stepOf(3, 'write note', { who, gateway, noteId }),
  stepOf(1, 'remove note', { who, gateway, noteId }),
  stepOf(10, 'look', {
    who,
    gateway,
    address: fc.constantFrom(
      '/records/fleet',
      '/records/fleet',
      ...Array.from({ length: 6 }, () => '/records/views' as const),
      ...addresses,
      ...changes,
      ...alerts,
      ...alerts,
      ...notes,
      ...notes,
    ),
  }),
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

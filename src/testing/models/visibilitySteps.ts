import fc from 'fast-check';

import { customers, iccids, users } from '../fixtures/markedService.ts';

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
export const step = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sign in'), who, gateway }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('choose'),
      who,
      gateway,
      customerId: fc.constantFrom(...customers),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('list things', 'list groups', 'rename', 'begin scan'),
      who,
      gateway,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('share view'), who, gateway }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('scan fleet'), who, gateway }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('acknowledge'), who, gateway, alertAt: fc.nat(20) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('end scan'), who, gateway, at: fc.nat(20) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('write note', 'write note', 'write note', 'remove note'),
      who,
      gateway,
      noteId: fc.constantFrom(...noteIds),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('look'),
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
  },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

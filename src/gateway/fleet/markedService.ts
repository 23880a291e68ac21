import * as z from 'zod/mini';

/** A service with two customers, all of whose texts say whose they are, for models of who sees what. */

export const customers = ['cid_a', 'cid_b'] as const;
export type CustomerId = (typeof customers)[number];

/** For whom the service answers. */
export const users: Readonly<Record<string, readonly string[]>> = {
  anna: ['cid_a'],
  ben: ['cid_b'],
  both: customers,
  nobody: [],
};

/** Both customers have SIMs of these ICCIDs, with one device in all of them, in the same cell. */
export const iccids = [
  '8988228000010485811',
  '8988228000010485829',
  '8988228000010485837',
] as const;

const signIn = z.object({ username: z.string() });
const update = z.object({ ThingsGroupName: z.string() });

/** Of the first customer a part of these; the other one has all. */
const count = (customerId: string) => (customerId === 'cid_a' ? 2 : iccids.length);

/** In every text of a customer, and nowhere else. */
const mark = (customerId: string | null) => `<of ${customerId}>`;
/** The lock of each customer's group. */
const prefix = (customerId: string) => (customerId === 'cid_a' ? '11111111' : '22222222');

export function createMarkedService() {
  const names = new Map<string, string>(customers.map((id) => [id, `${mark(id)} first`]));
  let lists = 0;

  function things(customerId: string) {
    lists += 1;
    return iccids.slice(0, count(customerId)).map((ExternalUniqueId, index) => ({
      ExternalUniqueId,
      ThingName: `${mark(customerId)} ${ExternalUniqueId}`,
      ThingsGroupId: 'Group_1',
      ThingsGroupName: names.get(customerId),
      // Each list shows something else.
      State: `${mark(customerId)} ${lists % 3}`,
      IMEI: '352081150000016',
      ActiveMobileSubscriber: `${mark(customerId)} ${index}`,
      Data: lists,
      CellId: 7,
      Lac: 7,
      LastLocation: { Timestamp: 1_760_000_000_000, MCC: 262, MNC: 1 },
    }));
  }

  async function service(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/v1/auth/')) {
      const { username } = signIn.parse(await request.json());
      const token = { access_token: `of:${username}`, refresh_token: 'r' };
      return Response.json({ token_type: 'Bearer', ...token });
    }
    const username = request.headers.get('authorization')?.replace('Bearer of:', '') ?? '';
    const sent = request.headers.get('apikey') ?? '';
    const own = users[username] ?? [];
    // A PUT with anybody else's id is done as the user's own.
    const isIgnored = request.method === 'PUT' && !own.includes(sent);
    const customerId = isIgnored ? (own[0] ?? '') : sent;
    if (!own.includes(customerId)) {
      return Response.json({ message: 'not yours' }, { status: 403 });
    }
    if (request.method === 'PUT') {
      names.set(customerId, update.parse(await request.json()).ThingsGroupName);
      return new Response('Group_1');
    }
    if (!pathname.includes('thingsgroup')) return Response.json(things(customerId));
    const lock = { LockMasterImei: true, IMEIPrefix: prefix(customerId) };
    const ThingsGroupName = names.get(customerId);
    return Response.json([{ ThingsGroupId: 'Group_1', ThingsGroupName, ...lock }]);
  }

  return { service, count, mark, prefix };
}

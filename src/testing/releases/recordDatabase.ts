import { setTimeout as delay } from 'node:timers/promises';

import * as z from 'zod/mini';

import { createSandbox } from '#sandbox/sandbox.ts';

import { createFixture, type Fixture } from '../fixtures/gatewayFixture.ts';
import { groupBody } from '../fixtures/groupBody.ts';
import { manualClock } from '../fixtures/manualClock.ts';
import { authorizationDigest, type Recording, recordingEnvironment } from './keptReleases.ts';

const groupsPath = '/api/thingsgroup/listWithMeasures';
const thingsPath = '/api/things?limit=50&offset=0';
const things = z.array(z.object({ ExternalUniqueId: z.string(), ThingsGroupId: z.string() }));
const groups = z.array(
  z.object({
    ThingsGroupId: z.string(),
    ThingsGroupName: z.string(),
    TelephonyProfileId: z.string(),
  }),
);

/**
 * Fills an empty database as people would: they sign in, change a group, write notes and share views, and the watch
 * reads the fleet until an alert opens.
 *
 * @param at when this begins
 * @returns who is signed in at the end, and what the gateway then answers
 */
export async function recordDatabase(databaseUrl: string, at: number): Promise<Recording> {
  const clock = manualClock(at);
  const sandbox = createSandbox({ things: 60, seed: 7, clock, timePasses: true });
  const environment = recordingEnvironment(databaseUrl);
  const fixture = await createFixture({ clock, environment, sandbox });
  const read = async (cookie: string, path: string): Promise<unknown> => {
    const answer = await fixture.send('GET', path, { cookie });
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
    await fixture.pass(1000);
    return answer.json();
  };
  const write = async (cookie: string, method: string, path: string, body?: unknown) => {
    const answer = await fixture.send(method, path, { cookie, body });
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}`);
    await fixture.pass(1000);
  };

  const cookies = new Map<string, string>();
  for (const username of ['writer', 'reader', 'admin', 'other']) {
    const cookie = await fixture.signIn(username);
    await read(cookie, groupsPath);
    await read(cookie, thingsPath);
    cookies.set(username, cookie);
  }
  const cookieOf = (username: string) => cookies.get(username) ?? '';
  await fixture.send('POST', '/session', { body: { username: 'writer', password: 'wrong' } });
  await write(await fixture.signIn('admin'), 'DELETE', '/session');

  const writer = cookieOf('writer');
  const sims = things.parse(await read(writer, thingsPath));
  const iccids = sims.slice(0, 3).map(({ ExternalUniqueId: iccid }) => iccid);
  const note = { iccid: iccids[0], revision: 0 };
  const [first, second] = ['note-0000000000000001', 'note-0000000000000002'];
  await write(writer, 'PUT', `/records/notes/${first}`, { ...note, text: 'New SIM sent' });
  await write(writer, 'PUT', `/records/notes/${first}`, { ...note, text: 'Arrived', revision: 1 });
  await write(cookieOf('admin'), 'PUT', `/records/notes/${second}`, {
    ...note,
    text: 'Zweite Notiz: „geprüft“\nnext line',
  });
  await write(writer, 'PUT', '/records/views/view-1', {
    name: 'Vans',
    search: 'State=ACTIVE&sort=ThingName',
    revision: 0,
  });

  await scan(fixture);
  const [group] = groups.parse(await read(writer, groupsPath));
  if (!group) throw new Error('The sandbox has no groups');
  const { ThingsGroupId, ThingsGroupName, TelephonyProfileId } = group;
  const lock = { IMEIPrefix: '99999999', LockMasterImei: true };
  const body = groupBody({ ThingsGroupName, TelephonyProfileId, ...lock });
  await write(writer, 'PUT', `/api/thingsgroup/${ThingsGroupId}`, body);
  await scan(fixture);

  await fixture.watch?.stop();
  const people: Recording['people'][number][] = [];
  for (const [username, cookie] of cookies) {
    await read(cookie, thingsPath);
    const { headers } = fixture.seen.at(-1) ?? {};
    const authorization = authorizationDigest(headers?.get('authorization') ?? null);
    people.push({ username, cookie, authorization });
  }
  // Now time stands still.
  const answers: Recording['answers'][number][] = [];
  for (const { username, cookie } of people) {
    const seesRecords = username === 'writer' || username === 'other';
    // The other two see the same customer as the first.
    for (const path of seesRecords ? readsOf(iccids) : ['/session']) {
      const answer = await fixture.send('GET', path, { cookie });
      if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
      answers.push({ username, path, body: await answer.json() });
    }
  }
  await fixture.store.close();
  return { recordedAt: clock.now(), people, group: { id: ThingsGroupId, body }, answers };
}

/** Waits until the watch has read the fleet once more, as in watchedSandbox.ts. */
async function scan({ clock, pass, store, watch }: Fixture): Promise<void> {
  const nextAt = async () => (await store.watch.standing())?.nextAt ?? 0;
  watch?.start();
  await pass(Math.max((await nextAt()) - clock.now(), 0));
  while ((await nextAt()) <= clock.now()) await (clock.due(1100) > 0 ? pass(100) : delay(1));
  await pass(5000);
}

/** Everything that the gateway shows of what it has stored. */
const readsOf = (iccids: readonly string[]) => [
  '/session',
  '/session/alerts',
  '/records/changes?size=50',
  '/records/fleet',
  '/records/fleet/trends',
  '/records/fleet/events?size=50',
  '/records/fleet/things?size=10',
  `/records/notes?iccids=${iccids.join(',')}`,
  `/records/note-counts?iccids=${iccids.join(',')}`,
  '/records/views',
  '/records/alerts?size=50',
];

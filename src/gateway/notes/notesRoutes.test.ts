import { createHash } from 'node:crypto';

import { expect, it } from 'vitest';

import { maxNoteLength, note, noteList } from '#contract/notes.ts';
import { iccids, signedIn } from '#testing/fixtures/inventoryFixture.ts';

const iccid = iccids[0] ?? '';
const first = { iccid, text: 'New SIM sent', revision: 0 };
const path = '/records/notes/note-0000000000000001';

async function confirmed(environment: Readonly<Record<string, string>> = {}) {
  const given = await signedIn({ environment });
  await given.list();
  const { fixture, cookie } = given;
  const put = (body: unknown, at = path) => fixture.send('PUT', at, { cookie, body });
  const read = async () => {
    const answer = await fixture.send('GET', `/records/notes?iccids=${iccid}`, { cookie });
    return noteList.parse(await answer.json());
  };
  return { ...given, put, read };
}

it('N1, N3: notes are written, changed and removed by the signed-in user, each with an audit line', async () => {
  const { fixture, cookie, put, read } = await confirmed();
  const saved = note.parse(await (await put(first)).json());
  expect(saved).toMatchObject({ ...first, username: 'writer', revision: 1 });
  // The author is the session's user, whatever the page sends.
  await put({ ...first, text: 'Arrived', revision: 1, username: 'boss' });
  expect(await read()).toMatchObject({
    notes: [{ text: 'Arrived', username: 'writer', revision: 2 }],
    keptDays: 365,
  });
  expect((await put({ ...first, text: 'Lost', revision: 1 })).status).toBe(409);
  const remove = (revision: number) =>
    fixture.send('DELETE', `${path}?revision=${revision}`, { cookie });
  expect((await remove(1)).status).toBe(409);
  expect((await remove(2)).status).toBe(204);
  expect((await remove(2)).status).toBe(204);
  expect((await read()).notes).toEqual([]);

  const sim = `sha256:${createHash('sha256').update(iccid).digest('hex').slice(0, 16)}`;
  const line = { username: 'writer', noteId: 'note-0000000000000001' };
  expect(fixture.logged('audit')).toMatchObject([
    { ...line, action: 'save note', sim, result: 'saved' },
    { ...line, action: 'save note', sim, result: 'saved' },
    { ...line, action: 'save note', sim, result: 'refused' },
    { ...line, action: 'remove note', result: 'refused' },
    { ...line, action: 'remove note', sim, result: 'removed' },
    { ...line, action: 'remove note', result: 'removed' },
  ]);
  for (const secret of [iccid, 'Arrived', 'New SIM']) {
    expect(fixture.log.join('\n')).not.toContain(secret);
  }
});

it('N1, N3: notes are changed only by their author', async () => {
  const { fixture, put, read } = await confirmed();
  await put(first);
  const cookie = await fixture.signIn('other');
  await fixture.send('GET', '/api/things', { cookie });
  const answers = [
    await fixture.send('PUT', path, { cookie, body: { ...first, text: 'Mine', revision: 1 } }),
    await fixture.send('DELETE', `${path}?revision=1`, { cookie }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  expect((await read()).notes).toMatchObject([{ text: first.text, username: 'writer' }]);
});

it.each([path, '/records/fleet/readings/any'])(
  'N1, N3, T18: a PUT to %s does nothing if the user signs out while its body is still arriving',
  async (address) => {
    const { fixture, cookie } = await confirmed();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const put = fixture.send('PUT', address, { cookie, stream: readable });
    await fixture.pass(0);
    await fixture.send('DELETE', '/session', { cookie });
    const writer = writable.getWriter();
    void writer.write(new TextEncoder().encode(JSON.stringify(first)));
    await writer.close();
    const answer = await put;
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'session_ended' }]);
    const { notes } = fixture.store;
    const { signal } = new AbortController();
    expect(await notes.list({ customerId: 'cid_test', iccids: [iccid], signal })).toEqual([]);
  },
);

it.each([
  ['an empty note', { ...first, text: ' \n\u0000\u202E ' }],
  ['a note without visible characters', { ...first, text: '\u200B\u2060\u3164\u00AD' }],
  ['a note that is too long', { ...first, text: 'x'.repeat(maxNoteLength + 1) }],
  ['no SIM', { ...first, iccid: '' }],
  ['an ICCID with a comma', { ...first, iccid: '1,2' }],
  ['an ICCID with a NUL', { ...first, iccid: '1\u0000' }],
  ['a negative revision', { ...first, revision: -1 }],
  ['another form', ['note']],
])('N1, N3: notes refuse %s', async (_, body) => {
  const { put, read } = await confirmed();
  expect((await put(body)).status).toBe(400);
  expect((await put(first, '/records/notes/short')).status).toBe(400);
  expect((await read()).notes).toEqual([]);
});

it('N1, N3: notes are counted for each SIM, and limited to 60 writes a minute and 50 notes', async () => {
  const { put, fixture, cookie } = await confirmed();
  const statuses: number[] = [];
  for (let n = 0; n < 61; n++) statuses.push((await put(first, `${path}${n}`)).status);
  expect(statuses).toEqual([
    ...Array.from({ length: 50 }, () => 200),
    ...Array.from({ length: 10 }, () => 422),
    429,
  ]);
  const counts = `/records/note-counts?iccids=${iccids.join(',')}`;
  const counted = { counts: [{ iccid, notes: 50 }], keptDays: 365 };
  expect(await (await fixture.send('GET', counts, { cookie })).json()).toEqual(counted);
  await fixture.pass(60_000);
  expect((await put(first, `${path}1`)).status).toBe(200);
});

it('N1, N3: notes are neither accepted nor shown with NOTES_DAYS=0', async () => {
  const { put, read, fixture, cookie } = await confirmed({ NOTES_DAYS: '0' });
  for (const answer of [await put(first), await fixture.send('DELETE', path, { cookie })]) {
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { message: 'This console keeps no notes (NOTES_DAYS=0).' },
    ]);
  }
  expect(await read()).toEqual({ notes: [], keptDays: 0 });
  // A row that was written before notes were switched off, and has not been removed yet.
  await fixture.store.notes.save({ customerId: 'cid_test', id: 'n1', username: 'writer' }, first);
  const noted = '/records/fleet/things?where=note.not-empty';
  expect(await (await fixture.send('GET', noted, { cookie })).json()).toMatchObject({ count: 0 });
});

it('N1, N3: notes are removed by the sweep once they have expired', async () => {
  const kept = { NOTES_DAYS: '1', SESSION_IDLE_MINUTES: '1440', SESSION_MAX_HOURS: '168' };
  const { put, fixture } = await confirmed(kept);
  await put(first);
  fixture.clock.skip(24 * 3_600_000);
  await fixture.pass(3_600_000);
  // Nothing is left to remove.
  expect(await fixture.store.notes.removeOld()).toBe(0);
});

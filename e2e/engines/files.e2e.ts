import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { paths } from '../../src/paths.ts';
import { storedThings, group } from '../exportSteps.ts';
import type { Engine } from './engine.ts';
import { expect, signIn, test } from './fixtures.ts';
import { role, text } from './target.ts';

/** The only saved file, once the browser has finished writing it. */
async function savedFile({ downloads }: Engine): Promise<{ name: string; lines: string[] }> {
  const finished = async () =>
    (await readdir(downloads)).filter((name) => !/\.(?:part|wkdownload)$/.test(name));
  await expect.poll(async () => (await finished()).length).toBe(1);
  const [name = ''] = await finished();
  await expect.poll(() => readFile(join(downloads, name), 'utf8')).toMatch(/\r\n$/);
  const content = await readFile(join(downloads, name), 'utf8');
  await rm(join(downloads, name));
  return { name, lines: content.trimEnd().split('\r\n') };
}

test('exports the Things that match a filter as a CSV file', async ({ story, engine, sandbox }) => {
  await signIn(story, { at: paths.things(`ThingsGroupName=${group}`) });
  await story.see(role('table', 'Things'));
  await story.click(role('button', 'Export'));
  await story.click(role('button', 'Start export'));
  const stored = storedThings(sandbox);
  await story.see(text(/^Complete: /));
  const { name, lines } = await savedFile(engine);
  expect(name).toMatch(/^things_ThingsGroupName-Parcel-Vans-Europe_.*_complete\.csv$/);
  expect(lines).toHaveLength(stored.length + 1);
  expect(lines[1]).toContain(stored[0]?.ExternalUniqueId);
});

test('finds the SIMs in a typed list, and copies the results', async ({ story, sandbox }) => {
  const things = sandbox.state.things().slice(0, 3);
  await signIn(story, { at: paths.find() });
  const identifiers = role('textbox', 'Identifiers');
  const list = [...things.map((thing) => thing.ExternalUniqueId), '8988999999999999999'];
  await story.fill(identifiers, list.join('\n'));
  await story.see(text(/^4 identifiers/));
  await story.click(role('button', 'Find'));
  await story.seeThat(role('heading', '3 SIMs found, 1 line not found'), { isFocused: true });
  const found = role('table', 'Found');
  for (const { ExternalUniqueId } of things) {
    await story.see(role('link', ExternalUniqueId, { within: found }));
  }
  await story.seeThat(role('table', 'Not found'), { text: /No SIM has this ICCID\./ });

  // The clipboard is read by pasting, because no engine lets a page read it without permission.
  await story.click(role('button', 'Copy ICCIDs'));
  const copied = things.map((thing) => thing.ExternalUniqueId).join('\n');
  async function pasted() {
    await story.fill(identifiers, '');
    await story.press('v', { control: true });
    return (await story.read(identifiers))[0]?.value;
  }
  // The page writes to the clipboard some time after the click.
  await expect.poll(pasted).toBe(copied);
});

import { createBlobParts } from '#lib/blobParts.ts';
import { sleep, type Clock } from '#lib/clock.ts';
import { fileTime } from '#lib/csvFile.ts';

import { bundleFiles, type BundleContent } from './bundleFiles.ts';
import { createMask, noMask } from './mask.ts';
import { createZipFile } from './zipFile.ts';

export type BundleFormat = 'zip' | 'txt';

/** How long the page can be busy at a stretch without feeling unresponsive, in milliseconds. */
const maxBusyMs = 25;

/** Writes a bundle in the browser without calling the service. */
export async function writeBundle(
  content: BundleContent,
  format: BundleFormat,
  clock: Clock,
): Promise<Blob> {
  const mask = content.isMasked ? await learnedMask(content, clock) : noMask;
  const files = bundleFiles(content);
  if (format === 'txt') {
    const text = createBlobParts('text/plain;charset=utf-8');
    for (const { name, parts } of files) {
      text.add(`===== ${name} =====\n`);
      // oxlint-disable-next-line no-await-in-loop -- the files are written in order
      await inBatches(parts(mask), clock, (part) => text.add(part));
      text.add('\n');
    }
    return text.blob();
  }
  const zip = createZipFile('application/zip');
  for (const { name, parts } of files) {
    const file = zip.open(name);
    // oxlint-disable-next-line no-await-in-loop -- an archive has one file open at a time
    await inBatches(parts(mask), clock, async (part) => file.write(part));
    // oxlint-disable-next-line no-await-in-loop -- as above
    await file.close();
  }
  return zip.finish();
}

/** A mask for the numbers of all SIMs, groups and calls, because one record may contain another SIM's number. */
async function learnedMask({ sims, calls, knownGroup }: BundleContent, clock: Clock) {
  const mask = createMask();
  const groups = new Set<string>();
  let since = clock.now();
  for (const { iccid, read } of sims) {
    mask.learn({ ExternalUniqueId: iccid });
    mask.learn(read?.thing.raw);
    const groupId = read?.thing.ThingsGroupId;
    if (read && groupId !== undefined && !groups.has(groupId)) {
      groups.add(groupId);
      mask.learn(knownGroup(read.thing)?.group?.raw);
    }
    if (clock.now() - since < maxBusyMs) continue;
    // oxlint-disable-next-line no-await-in-loop -- lets the page react between two batches
    await sleep(clock, 0);
    since = clock.now();
  }
  // A whole number may also have been looked up with filters whose names do not say what it is.
  for (const { address } of calls)
    for (const [name, value] of new URLSearchParams(address.split('?')[1]))
      if (value.length > 6) mask.learn(value, name);
  return mask;
}

async function inBatches(
  parts: Iterable<string>,
  clock: Clock,
  write: (part: string) => void | Promise<void>,
): Promise<void> {
  let batch: string[] = [];
  let since = clock.now();
  for (const part of parts) {
    batch.push(part);
    if (clock.now() - since < maxBusyMs) continue;
    // oxlint-disable-next-line no-await-in-loop -- written in order
    await write(batch.join(''));
    batch = [];
    // oxlint-disable-next-line no-await-in-loop -- lets the page react between two batches
    await sleep(clock, 0);
    since = clock.now();
  }
  await write(batch.join(''));
}

/** For example `support_250-SIMs_2026-11-22T0830Z.zip`. */
export function bundleName({ sims, now }: BundleContent, format: BundleFormat): string {
  const iccid = (sims[0]?.iccid ?? '').replaceAll(/[^\w-]+/g, '-');
  const subject = sims.length === 1 ? iccid : `${sims.length}-SIMs`;
  return `support_${subject}_${fileTime(now)}.${format}`;
}

import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { isObject } from '#lib/isObject.ts';
import { paths } from '#paths.ts';
import type { SandboxOptions } from '#sandbox/options.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectText } from '#testing/fixtures/expectText.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const iccid = '89882280666000001234';

/** Opens a SIM for which the service returns these records. */
async function openWith(records: readonly unknown[]) {
  const sandbox = createSandbox({ things: 60 });
  sandbox.faults.add({ route: 'GET /things', count: Infinity, body: JSON.stringify(records) });
  return renderRoute(paths.thing(iccid), { sandbox });
}

const record = (fields: Record<string, unknown>) => ({ ExternalUniqueId: iccid, ...fields });
const notFound = () => screen.findByText(/^No Thing with the ICCID/);
const section = (name: string) => screen.findByRole('region', { name });

describe('a SIM that is not found', () => {
  it('may be one of the records that could not be read', async () => {
    await openWith([{ ThingName: 'Without an ICCID' }, null]);
    await notFound();
    expectText(/2 records in the response could not be read\. One of them may be this SIM\./);
  });

  it('may be on a later page, if the service returned a full page of others', async () => {
    const others = Array.from({ length: 50 }, (_, at) => ({ ExternalUniqueId: `${iccid}${at}` }));
    await openWith(others);
    await notFound();
    expectText(/The service listed 50 other records for this ICCID, and there may be more/);
  });

  it('is reported as not existing if the service returned nothing', async () => {
    await openWith([]);
    await notFound();
    expect(screen.queryByText(/may be/)).not.toBeInTheDocument();
  });
});

describe('fields that are incomplete in a record', () => {
  it('blocks: says how many flags are reported if some are missing', async () => {
    await openWith([record({ Block: { Data: false, SMS_MT: false } })]);
    expectText('None of the 2 reported', await section('Service'));
  });

  it('group name: shows the ID in its place, and no link in the list', async () => {
    const nameless = record({ ThingsGroupId: 'g1', ThingsGroupName: '' });
    const { router } = await openWith([nameless]);
    expect(within(await section('Identity')).getByRole('link', { name: 'g1' })).toBeVisible();
    void router.navigate(paths.things('columns=ThingsGroupName'));
    const table = within(await screen.findByRole('table', { name: 'Things' }));
    expect(await table.findAllByRole('cell', { name: '—' })).not.toHaveLength(0);
    expect(table.getAllByRole('link')).toHaveLength(1);
  });

  it('location: does not report an implausible accuracy or time as missing', async () => {
    const place = { Latitude: 52.5, Longitude: 13.4, MCC: 262 };
    const LastLocation = { ...place, AccuracyInKM: 9_000, Timestamp: 1_700_000_000 };
    await openWith([record({ MnoName: 'TIM', LastLocation })]);
    const location = await section('Location');
    expect(location).toHaveTextContent('the accuracy in the record, 9,000 km, is not valid');
    expect(location).toHaveTextContent('The time in the record, 1700000000, is not a valid time.');
    // The record's operator is not necessarily the network that saw the SIM.
    expect(location).toHaveTextContent('Source: MCC 262. Operator in the record: TIM.');
    expect(location).not.toHaveTextContent('accuracy not stated');
  });

  it('location: says so if its time is in the future', async () => {
    const LastLocation = { Latitude: 52.5, Longitude: 13.4, Timestamp: Date.now() + 3 * 3_600_000 };
    await openWith([record({ LastLocation })]);
    expect(await section('Location')).toHaveTextContent(/which was in the future when the record/);
  });

  it('related SIMs: make no promises about how the service compares values', async () => {
    await openWith([record({ ThingsGroupName: 'Vans' })]);
    expect(await section('Related SIMs')).toHaveTextContent(
      'How the service compares values is not documented, so other SIMs may be listed too.',
    );
  });
});

/** Opens a SIM that has an address. */
async function open(options: Partial<SandboxOptions>) {
  const sandbox = createSandbox({ things: 60, ...options });
  const stored = sandbox.state.things().find(({ State }) => State === 'ACTIVE');
  if (!stored) throw new Error('No Thing is active');
  await renderRoute(paths.thing(stored.ExternalUniqueId), { sandbox });
  const service = await section('Service');
  const [item] = stored.IPs;
  return { stored, service, address: isObject(item) ? String(item['IP']) : '' };
}

describe('V1: parts of a record that the API document does not show', () => {
  it('addresses sent as plain strings', async () => {
    const { address, service } = await open({ listItems: 'texts' });
    expect(service).toHaveTextContent(`IP addresses${address}`);
  });

  it('shows an unknown item unchanged, without hiding other items', async () => {
    const { address, service } = await open({ listItems: 'mixed' });
    expect(service).toHaveTextContent(
      `IP addresses${address}, {}, {"Label":"${address}"}, Text_2, 7`,
    );
  });

  it('V11: fields that the API document shows only as null get no guessed label', async () => {
    const { stored, service } = await open({ thingFields: 'filled' });
    expect(service).toHaveTextContent('FwBlockAttempts3, since Monday');
    expect(screen.getByRole('region', { name: 'Other fields' })).toHaveTextContent(
      `External HLR ID{"Name":"HLR-${stored.ExternalUniqueId.slice(-2)}"}`,
    );
    // The date is in the future, so nothing was deleted, and nothing has expired.
    expect(screen.getByRole('region', { name: 'Dates' })).toHaveTextContent(
      /Expiration date.*Deletion date/,
    );
  });
});

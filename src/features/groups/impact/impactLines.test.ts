import { describe, expect, it } from 'vitest';

import { lastDevice } from '#identifiers/lastDevice.ts';

import { assessLock } from './assessLock.ts';
import { simsFile, simsFileName } from './impactLines.ts';
import type { Sim } from './sim.ts';

function sim(iccid: string, reported: string, name?: string, state?: string): Sim {
  return { iccid, name, state, reported, device: lastDevice(reported) };
}

describe('the SIMs file', () => {
  it('lists each SIM with all its digits, the IMEI as received, and its row', async () => {
    const sims = [
      sim('8900000000000000001', '356846101234567', 'Pump 1', 'ACTIVE'),
      sim('89000000000000000012', '000000000000000', undefined, 'SUSPENDED'),
      sim('8900000000000000003', 'FFFF'),
    ];
    expect(await simsFile(sims, assessLock(sims, '35684610')).text()).toBe(
      [
        'ICCID,Thing name,State,IMEI as last reported,Last known IMEI',
        '8900000000000000001,Pump 1,ACTIVE,356846101234567,Matches the prefix',
        '89000000000000000012,,SUSPENDED,000000000000000,"No IMEI, or only zeros"',
        '8900000000000000003,,,FFFF,Not a readable IMEI',
        '',
      ].join('\r\n'),
    );
  });

  it('Q3: names the device models after their IMEIs', async () => {
    const sims = [sim('8900000000000000001', '356846101234567'), sim('8900000000000000003', '')];
    const nameOf = (code?: string) => (code === '35684610' ? 'Telematics unit T4' : undefined);
    expect((await simsFile(sims, assessLock(sims, '1'), nameOf).text()).split('\r\n')).toEqual([
      'ICCID,Thing name,State,IMEI as last reported,Device model,Last known IMEI',
      '8900000000000000001,,,356846101234567,Telematics unit T4,Does not match the prefix',
      '8900000000000000003,,,,,"No IMEI, or only zeros"',
      '',
    ]);
  });

  it('H14: lets no name or IMEI run as a formula', async () => {
    const sims = [sim('8900000000000000001', '=1+1', '@SUM(1)')];
    const text = await simsFile(sims, assessLock(sims, '1')).text();
    expect(text).toContain("8900000000000000001,'@SUM(1),,'=1+1,");
    const split = [sim('8900000000000000001', '', "x;=cmd|'/C calc'!A0")];
    expect(await simsFile(split, assessLock(split, '1')).text()).toContain(
      `8900000000000000001,"x;'=cmd|'/C calc'!A0",,`,
    );
  });
});

describe('its name', () => {
  const subject = {
    groupName: 'Scooter Sharing',
    prefix: '86056704',
    line: 'Does not match the prefix',
    isComplete: true,
    readAt: Date.UTC(2026, 10, 21, 8, 30),
  };

  it('contains group, prefix, row, read time, and whether it is complete', () => {
    expect(simsFileName(subject)).toBe(
      'impact_Scooter-Sharing_86056704_Does-not-match-the-prefix_2026-11-21T0830Z_complete.csv',
    );
    expect(simsFileName({ ...subject, isComplete: false })).toMatch(/_partial\.csv$/);
  });

  it('contains no characters with a special meaning in a file system', () => {
    const groupName = '../a\\b:*?"<>|\u202E\r\n\0'.padEnd(300, 'x');
    const name = simsFileName({ ...subject, groupName });
    expect(name).toMatch(/^impact_[\p{L}\p{N}_-]+\.csv$/u);
    expect(name.length).toBeLessThan(130);
  });
});

import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';

import { maxAlertGroups, type AlertNotice } from '#contract/alerts.ts';
import { fleetChecks } from '#contract/inventory.ts';
import { alertNotice, consoleAddress, noticedAlert } from '#testing/fixtures/alertMessages.ts';

import { messageWords } from './messageWords.ts';
import { slackBody } from './slack.ts';
import { signatureHeaders, standardBody } from './standard.ts';
import { teamsBody } from './teams.ts';

const bodies = Object.entries({ standard: standardBody, slack: slackBody, teams: teamsBody });

const words = (given: Partial<AlertNotice> = {}, more = 0) =>
  messageWords(alertNotice(given), consoleAddress, more);
const json = (body: string): unknown => JSON.parse(body);

describe('W7: what a message says', () => {
  it('is the check, what is new, the groups and a link', () => {
    expect(words()).toEqual({
      title: 'New alert: Same device on several SIMs',
      paragraphs: [
        {
          lines: [
            'Same device on several SIMs: 3 new, 40 in all',
            'Groups: Zähler Süd (30), without a named group (10)',
          ],
          url: 'https://sim.example.com/tools/fleet/sims?where=alert.is.alert-1',
        },
        { lines: ['As of 2026-01-01 12:00 UTC.'], url: null },
      ],
      url: 'https://sim.example.com/tools/alerts',
    });
  });

  it('sums up several alerts, and says that one is resolved', () => {
    const resolved = noticedAlert({ check: 'not-found', event: 'resolved', sims: 0, groups: [] });
    const { title, paragraphs } = words({ alerts: [noticedAlert(), resolved] }, 2);
    expect(title).toBe('4 alerts: 1 new, 1 resolved, 2 more');
    expect(paragraphs.map(({ lines }) => lines[0])).toEqual([
      'New alert: Same device on several SIMs: 3 new, 40 in all',
      'Resolved: No longer found: no SIMs left, 45 at peak',
      '… and 2 more.',
    ]);
    expect(paragraphs[1]?.url).toBeNull();
  });

  it('does not present the five largest groups as all of them', () => {
    const groups = Array.from({ length: maxAlertGroups }, () => ({ name: 'A', sims: 2 }));
    expect(words({ alerts: [noticedAlert({ groups })] }).paragraphs[0]?.lines[1]).toBe(
      'Largest groups: A (2), A (2), A (2), A (2), A (2)',
    );
  });

  it('names SIMs only if the notice does, and who asked for a test', () => {
    const alerts = [noticedAlert({ fresh: 25, iccids: ['8988228000000000001', '898822'] })];
    expect(words({ alerts }).paragraphs[0]?.lines[2]).toBe(
      'New SIMs: 8988228000000000001, 898822, and 23 more',
    );
    const test = words({ kind: 'test', username: 'anna', alerts: [] });
    expect(test.paragraphs[0]?.lines[0]).toContain('sent by anna');
    const stopped = words({ kind: 'stopped', stopped: 'hooks.example.com', alerts: [] });
    expect(stopped.title).toBe('Messages to hooks.example.com have stopped');
  });

  it.each(bodies)('names at most 20 SIMs in %s, whatever the number of alerts', (_, write) => {
    const iccidsOf = (check: string) =>
      Array.from({ length: 15 }, (__, at) => `${check}-sim-${at}`);
    const alerts = fleetChecks.map((check) => noticedAlert({ check, iccids: iccidsOf(check) }));
    const named = write(alertNotice({ alerts }), consoleAddress).match(/[a-z-]+-sim-\d+/g);
    expect(new Set(named).size).toBe(20);
  });

  it.each(bodies)('never contains the customer id in %s, or who read the fleet', (_, write) => {
    expect(write(alertNotice(), consoleAddress)).not.toMatch(/cid_secret|watcher/);
  });
});

describe('W7: the format standard', () => {
  it('has a type, the time and the alerts', () => {
    expect(json(standardBody(alertNotice(), consoleAddress))).toEqual({
      type: 'alert.opened',
      timestamp: '2026-01-01T12:00:00.000Z',
      data: {
        url: 'https://sim.example.com/tools/alerts',
        alerts: [
          {
            id: 'alert-1',
            check: 'shared-imei',
            label: 'Same device on several SIMs',
            event: 'opened',
            sims: 40,
            fresh: 3,
            worst: 45,
            openedAt: '2026-01-01T11:00:00.000Z',
            url: 'https://sim.example.com/tools/fleet/sims?where=alert.is.alert-1',
            groups: [
              { name: 'Zähler Süd', sims: 30 },
              { name: null, sims: 10 },
            ],
          },
        ],
        more: 0,
      },
    });
  });

  const resolved = noticedAlert({ event: 'resolved' });
  it.each<readonly [Partial<AlertNotice>, string]>([
    [{ alerts: [resolved, noticedAlert({ event: 'grown' })] }, 'alert.grown'],
    [{ alerts: [resolved] }, 'alert.resolved'],
    [{ kind: 'test', alerts: [] }, 'test'],
    [{ kind: 'stopped', alerts: [], stopped: 'hooks.example.com' }, 'destination.stopped'],
  ])('has the type of the most urgent event: %j', (given, type) => {
    expect(json(standardBody(alertNotice(given), consoleAddress))).toMatchObject({ type });
  });

  it('is signed with each secret, and refused if any part is changed', () => {
    const [first, second, unknown] = [1, 2, 3].map(
      (byte) => `whsec_${Buffer.alloc(24, byte).toString('base64')}`,
    );
    const message = { id: 'msg_1', body: '{"type":"test"}', at: new Date() };
    const one = signatureHeaders([first ?? ''], message);
    const two = signatureHeaders([first ?? '', second ?? ''], message);
    const verify = (secret = '', headers = two, body = message.body) =>
      new Webhook(secret).verify(body, headers);
    expect([verify(first, one), verify(first)]).toEqual([{ type: 'test' }, { type: 'test' }]);
    expect(verify(second)).toEqual({ type: 'test' });
    expect(() => verify(second, one)).toThrow('No matching signature');
    expect(() => verify(unknown)).toThrow('No matching signature');
    expect(() => verify(first, two, `${message.body} `)).toThrow('No matching signature');
    expect(() => verify(first, { ...two, 'webhook-id': 'msg_2' })).toThrow('No matching signature');
  });
});

describe('W7: hostile names', () => {
  const hostile =
    '\u202E@channel <!channel> <https://evil.example|x> *b* [l](https://evil.example)\r\nBcc: x\u0000\u0007\uD800';
  const named = alertNotice({ alerts: [noticedAlert({ groups: [{ name: hostile, sims: 1 }] })] });

  it('lose control characters, and their length is limited', () => {
    const [, line = ''] = messageWords(named, consoleAddress, 0).paragraphs[0]?.lines ?? [];
    expect(line).toBe('Groups: @channel <!channel> <https://evil.example|x> *b* [l](https:… (1)');
    const { title } = words({ kind: 'stopped', stopped: 'a\r\nBcc: b', alerts: [] });
    expect(title).not.toMatch(/[\r\n]/);
  });

  it.each(bodies)('are text in %s', (_, write) => {
    const body = write(named, consoleAddress);
    expect(body.isWellFormed()).toBe(true);
    expect(body).not.toMatch(/\\u202e|\u202E|\\u0000|\\r/i);
  });

  it('mention nobody in Slack, and are never parsed as Markdown', () => {
    const [fallback, blocks] = slackBody(named, consoleAddress).split('"blocks":');
    expect(fallback).not.toMatch(/@channel|<!|<https:\/\/evil/);
    // Text in `rich_text` is shown literally.
    expect(blocks).toContain('<!channel>');
    expect(blocks).not.toMatch(/mrkdwn|"url":"https:\/\/evil/);
    expect(teamsBody(named, consoleAddress)).not.toContain('"TextBlock"');
  });

  it.each(bodies)('stay below 20 kB in %s, whatever their number and length', (_, write) => {
    const name = '"👩‍👩‍👧‍👦𝔘'.repeat(500);
    const groups = Array.from({ length: 100 }, () => ({ name, sims: 1_000_000 }));
    const iccids = Array.from({ length: 100 }, () => '8'.repeat(5000));
    const alerts = [...fleetChecks, ...fleetChecks].map((check) =>
      noticedAlert({ check, groups, iccids, fresh: 200_000, id: crypto.randomUUID() }),
    );
    const body = write(alertNotice({ alerts }), consoleAddress);
    expect(Buffer.byteLength(body)).toBeLessThan(20_000);
    expect(body).toMatch(/and \d+ more|"more":\d/);
  });
});

it('W7: a card for Teams is an Adaptive Card in a message', () => {
  expect(json(teamsBody(alertNotice(), consoleAddress))).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          type: 'AdaptiveCard',
          version: '1.4',
          actions: [{ type: 'Action.OpenUrl', url: 'https://sim.example.com/tools/alerts' }],
        },
      },
    ],
  });
});

import {
  acknowledgement,
  type Alert,
  alertsPath,
  alertsParameters,
  type AlertsPage,
  maxAlertNote,
  testMessagePath,
} from '#contract/alerts.ts';
import { plainText } from '#contract/noteText.ts';

import type { Dependencies } from '../dependencies.ts';
import { badRequest, GatewayError } from '../http/gatewayError.ts';
import { createPersonLimit } from '../http/personLimit.ts';
import {
  readUpdate,
  recordRoute,
  type RecordRoute,
  timeCursor,
  timeCursorsOf,
} from '../http/records.ts';
import { alertWithNames } from '../names/withNames.ts';
import { audited } from '../ops/audit.ts';
import { alertTargets } from './targets.ts';

const day = 24 * 60 * 60_000;
const defaultSize = 25;
const alertId = /^[\w-]{1,64}$/;
const empty = { rows: [], next: null, previous: null };
const nothingKnown = { first: null, destinations: [], tests: [] };

/** The endpoints for alerts, as described in src/contract/session.ts. */
export function createAlertRoutes(dependencies: Dependencies): readonly RecordRoute[] {
  const { config, clock, names, recordTurns } = dependencies;
  const { alerts } = dependencies.store;
  const keptDays = config.inventory ? Math.round(config.fleetMs / day) : 0;
  const parameters = { ...alertsParameters, before: timeCursor };
  const limitNotes = createPersonLimit(clock, 60, 'acknowledged too many alerts');
  const limitTests = createPersonLimit(clock, 3, 'sent too many test messages');

  return [
    recordRoute(
      dependencies,
      { path: alertsPath, parameters },
      async ({ customerId, query: { before = null, size = defaultSize, ...filter }, signal }) => {
        const asked = { filter: { ...filter, customerId }, before, size, signal };
        // Once the inventory is switched off, existing alerts are hidden, even before they are erased.
        const page = keptDays > 0 ? await alerts.page(asked) : empty;
        const setting = keptDays > 0 ? await alerts.setting(customerId, signal) : nothingKnown;
        const known = { keptDays, checks: [...config.alerts.checks], ...setting };
        const book = await names.book();
        return {
          alerts: page.rows.map((one) => alertWithNames(one, book)),
          ...timeCursorsOf(page),
          ...known,
        } satisfies AlertsPage;
      },
    ),
    {
      method: 'POST',
      path: testMessagePath,
      answer: (context, customerId) =>
        audited(dependencies, context, { action: 'send test message' }, async (username) => {
          if (keptDays === 0) throw notKept();
          if (alertTargets(config.alerts).length === 0) {
            throw badRequest(
              'No destination for messages is configured (ALERT_WEBHOOK_URL, ALERT_MAIL_TO), so no test message was sent. Ask the operators of the console.',
              422,
            );
          }
          limitTests(JSON.stringify([customerId, username]));
          if ((await alerts.sendTest({ customerId, username })) === 0) {
            throw badRequest(
              'Every receiver has answered that it wants no more messages (410), so no test message was sent. Ask the operators of the console to change the address.',
              409,
            );
          }
          return context.body(null, 202);
        }),
    },
    {
      method: 'PUT',
      path: `${alertsPath}/:id`,
      answer(context, customerId) {
        const given = context.req.param('id') ?? '';
        const id = alertId.test(given) ? given : undefined;
        const line = { action: 'acknowledge alert', facts: { alertId: id } };
        return audited(dependencies, context, line, async (username) => {
          if (keptDays === 0) throw notKept();
          limitNotes(JSON.stringify([customerId, username]));
          const body = acknowledgement.safeParse(await readUpdate(dependencies, context)).data;
          if (!body || body.note.length > maxAlertNote) {
            throw badRequest(
              `The body needs "note" (up to ${maxAlertNote} characters) and "revision".`,
            );
          }
          if (id === undefined) throw new GatewayError('not_remembered');
          const key = { customerId, id };
          const own = { username, note: plainText(body.note) };
          // What is read afterwards may take as long as any other read.
          const saved = await recordTurns.take({
            customerId,
            username,
            key: JSON.stringify([id, body, username]),
            signal: context.req.raw.signal,
            async read() {
              await alerts.acknowledge(key, { ...own, revision: body.revision });
              const alert = await alerts.find(key);
              if (!alert) throw new GatewayError('not_remembered');
              if (!isAcknowledged(alert, own)) throw new GatewayError('alert_changed');
              return JSON.stringify(alert);
            },
          });
          return context.body(saved, 200, { 'content-type': 'application/json' });
        });
      },
    },
  ];
}

/** Whether the alert now has this user's note, from this request or from one whose response was lost. */
function isAcknowledged(
  { state, acknowledged }: Alert,
  { username, note }: { readonly username: string; readonly note: string },
): boolean {
  const isOwn = acknowledged?.username === username && acknowledged.note === note;
  return state === 'acknowledged' && isOwn;
}

function notKept(): GatewayError {
  return new GatewayError('not_remembered', {
    message:
      'This console keeps no inventory of SIMs (FLEET_MEMORY=off), so it has no alerts and sends no messages.',
  });
}

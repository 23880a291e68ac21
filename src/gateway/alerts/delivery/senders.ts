import type { Clock } from '#lib/clock.ts';

import type { GatewayConfig } from '../../ops/config.ts';
import type { Log } from '../../ops/log.ts';
import type { Metrics } from '../../ops/metrics.ts';
import { alertTargets } from '../targets.ts';
import type { createOutbox } from './outbox.ts';
import { createSender } from './sender.ts';

/**
 * Sends messages about alerts to each configured destination, so that a slow one does not delay the other.
 *
 * @param given.publicOrigin the origin that users see
 * @param given.holder a name unique to each gateway process
 * @param given.systemTime milliseconds since the Unix epoch
 */
export async function startSenders(given: {
  readonly config: Pick<GatewayConfig, 'alerts' | 'basePath'>;
  readonly publicOrigin: string;
  readonly holder: string;
  readonly clock: Clock;
  readonly systemTime: () => number;
  readonly log: Log;
  readonly metrics: Pick<Metrics, 'messageTried'>;
  readonly store: { readonly outbox: ReturnType<typeof createOutbox> };
}) {
  const { config, publicOrigin, holder, clock, systemTime, log, metrics, store } = given;
  const { webhook, mail, identifiers } = config.alerts;
  const { basePath } = config;
  const address = { publicOrigin, basePath };
  const targets = alertTargets(config.alerts);

  // Without a destination, neither the packages nor these modules are loaded.
  const couriers = {
    webhook:
      webhook &&
      (await import('./webhook.ts')).createWebhook({ webhook, address, systemTime, log }),
    mail: mail && (await import('./mail.ts')).createMail({ mail, address }),
  };
  const senders = targets.flatMap((target) => {
    const { destination } = target;
    const courier = couriers[destination];
    if (!courier) return [];
    const other = targets.find((candidate) => candidate !== target);
    const onTry = metrics.messageTried.bind(null, destination);
    const { outbox } = store;
    return createSender({ target, other, courier, outbox, holder, identifiers, clock, log, onTry });
  });
  for (const sender of senders) sender.start();
  return {
    /** Waits for attempts in progress, but not for long. */
    async stop() {
      await Promise.all(senders.map((sender) => sender.stop()));
    },
  };
}

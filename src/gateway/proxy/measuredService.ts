import type { Clock } from '#lib/clock.ts';

import { CalledOffError } from '../calledOffError.ts';
import { GatewayError } from '../gatewayError.ts';
import type { Metrics, ServiceOutcome } from '../telemetry/metrics.ts';
import type { CallService } from './service.ts';

/** As `callService`; every call is counted with how long it took, refreshes included. */
export function measureService(
  callService: CallService,
  metrics: Pick<Metrics, 'serviceCall'>,
  clock: Clock,
): CallService {
  return async (call) => {
    const begun = clock.now();
    const count = (outcome: ServiceOutcome) =>
      metrics.serviceCall({ endpoint: call.endpoint, outcome, ms: clock.now() - begun });
    try {
      const answer = await callService(call);
      count(answer.status);
      return answer;
    } catch (error) {
      if (error instanceof CalledOffError) count('given up');
      else count(isTimeout(error) ? 'timeout' : 'no answer');
      throw error;
    }
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof GatewayError && error.code === 'upstream_timeout';
}

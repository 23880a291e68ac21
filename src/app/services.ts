import type { Session } from '#api/session/session.ts';
import type { SessionMonitor } from '#api/session/sessionMonitor.ts';
import type { ServicesBasis } from '#api/userServices.tsx';

/** The services that the console depends on. */
export interface ConsoleServices extends ServicesBasis {
  readonly session: Session;
  readonly monitor: SessionMonitor;
}

import type { CallLog } from '#api/callLog.ts';
import type { Http } from '#api/http.ts';
import type { Session } from '#api/session/session.ts';
import type { SessionMonitor } from '#api/session/sessionMonitor.ts';
import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import type { TextStore } from '#lib/textStore.ts';

/** What the console depends on: its configuration, the way to the service, the session, and storage. */
export interface ConsoleServices {
  readonly config: RuntimeConfig;
  readonly http: Http;
  /** The last calls of `http`. */
  readonly calls: CallLog;
  readonly session: Session;
  readonly monitor: SessionMonitor;
  /** Whether a gateway is there that keeps records, such as that of the changes of groups. */
  readonly hasRecords: boolean;
  /** For preferences of a user, shared by all tabs. */
  readonly storage: TextStore;
  /** For unsaved work, of this tab only. */
  readonly tabStorage: TextStore;
}

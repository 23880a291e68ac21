import type { Http } from '#api/http.ts';
import type { Session } from '#api/session/session.ts';
import type { SessionMonitor } from '#api/session/sessionMonitor.ts';
import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import type { TextStore } from '#lib/textStore.ts';

/** What the whole console is given: where it runs, how it reaches the service, and who is signed in. */
export interface ConsoleServices {
  readonly config: RuntimeConfig;
  readonly http: Http;
  readonly session: Session;
  readonly monitor: SessionMonitor;
  /** Where the browser remembers what a person prefers. */
  readonly storage: TextStore;
  /** Where this tab keeps what was typed and not saved. */
  readonly tabStorage: TextStore;
}

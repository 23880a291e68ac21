/**
 * Data that the gateway sends after a page's HTML, so that the page need not request it once its scripts run: the
 * signed-in user and, for the Things list, the rows for exactly this address. Each response is a `<script
 * type="application/json">`, which no browser runs.
 */

/** Name of the `<meta>` element that announces the responses: a JSON array of addresses below the base path. */
export const firstAnswersMeta = 'sim-console-first-answers';
/** Attribute of a data block: the address whose response it contains. */
export const firstAnswerAttribute = 'data-first-answer';

/** Name of the `<meta>` element with this page's id, and of the header in which its calls send the id. */
export const firstPageMeta = 'sim-console-first-page';
export const firstPageHeader = 'x-sim-first-page';

/** One response, as the call itself would have received it. */
export interface FirstAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

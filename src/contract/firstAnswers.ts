/**
 * What the gateway sends after a page's HTML, so that the page need not request it once its scripts run: who is
 * signed in and, for the list of Things, the rows of exactly this address. Each answer is a `<script
 * type="application/json">`, which no browser runs.
 */

/** Name of the `<meta>` element that announces the answers: a JSON array of addresses below the base path. */
export const firstAnswersMeta = 'sim-console-first-answers';
/** Attribute of a data block: the address that it answers. */
export const firstAnswerAttribute = 'data-first-answer';

/** Name of the `<meta>` element with the id of this one page, and of the header in which its calls send it. */
export const firstPageMeta = 'sim-console-first-page';
export const firstPageHeader = 'x-sim-first-page';

/** One answer, as the call itself would have got it. */
export interface FirstAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

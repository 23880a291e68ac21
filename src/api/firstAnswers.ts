import {
  firstAnswerAttribute,
  firstAnswersMeta,
  firstPageHeader,
  firstPageMeta,
} from '#contract/firstAnswers.ts';
import type { Clock } from '#lib/clock.ts';
import { isObject } from '#lib/isObject.ts';
import { untilParsed } from '#lib/untilParsed.ts';

import type { PathFetch } from './http.ts';

/** How long a response sent with the page may be used, in milliseconds. */
const maxAgeMs = 10_000;

/**
 * Answers calls with the responses that the gateway sends after the page's HTML, each used once. They may arrive after
 * the first script runs, so a call waits for its response, and is sent only if none arrives.
 *
 * @param fetch sends calls without such a response
 * @param page the document whose `<meta>` element announces the responses
 */
export function withFirstAnswers(fetch: PathFetch, page: Document, clock: Clock): PathFetch {
  const start = clock.now();
  const expected = new Set(expectedAddresses(page));
  return async (path, init) => {
    const isExpected = (init.method ?? 'GET') === 'GET' && expected.delete(path);
    if (!isExpected || clock.now() - start > maxAgeMs) return fetch(path, init);
    const answer = await untilThere(page, path);
    init.signal?.throwIfAborted();
    if (answer) return answer;
    const headers = new Headers(init.headers);
    headers.set(firstPageHeader, metaOf(page, firstPageMeta) ?? '');
    return fetch(path, { ...init, headers });
  };
}

function metaOf(page: Document, name: string): string | undefined {
  return page.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

function expectedAddresses(page: Document): readonly string[] {
  const content = metaOf(page, firstAnswersMeta);
  const addresses: unknown = content === undefined ? [] : JSON.parse(content);
  return Array.isArray(addresses) ? addresses.map(String) : [];
}

/** The response, once it is in the page; undefined if the page ends without it. */
async function untilThere(page: Document, address: string): Promise<Response | undefined> {
  await untilParsed(page, () => find(page, address) !== undefined);
  const text = find(page, address);
  return text === undefined ? undefined : readAnswer(text);
}

/** The parser adds a block before all of its text has arrived, and the next element only afterwards. */
function find(page: Document, address: string): string | undefined {
  const block = page.querySelector(`[${firstAnswerAttribute}="${CSS.escape(address)}"]`);
  return block?.nextSibling ? (block.textContent ?? undefined) : undefined;
}

function readAnswer(text: string): Response | undefined {
  const answer: unknown = JSON.parse(text);
  if (!isObject(answer)) return undefined;
  const { status, headers, body } = answer;
  if (typeof status !== 'number' || typeof body !== 'string' || !isObject(headers))
    return undefined;
  const named = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new Response(body === '' ? null : body, { status, headers: named });
}

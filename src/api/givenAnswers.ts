import type { PageToRender } from '#contract/drawnPage.ts';
import { sessionPath } from '#contract/session.ts';

import type { PathFetch } from './http.ts';

/** Answers the calls of a page that is rendered outside a browser: who is signed in, and the rows. */
export function givenAnswers({ session, rows }: Pick<PageToRender, 'session' | 'rows'>): PathFetch {
  return async (path) => new Response(path === sessionPath ? session : rows);
}

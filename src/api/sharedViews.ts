import type { viewsPath } from '#contract/session.ts';
import { sharedView, sharedViews, type SharedView } from '#contract/sharedViews.ts';

import type { Api } from './client.ts';
import { malformed } from './errors.ts';
import type { HttpRequest } from './http.ts';
import { parseJson } from './json.ts';
import { confirmedRead, type RecordsApi } from './records.ts';

export { maxViewName, type SharedView } from '#contract/sharedViews.ts';

/** Repeated here and type-checked, because importing the constant would add it to every page's first script. */
const route: typeof viewsPath = '/records/views';

export type SharedViewsApi = ReturnType<typeof createSharedViewsApi>;

/** Undefined in static hosting, where no gateway keeps views. */
export function sharedViewsApi({ records, groups, things }: Pick<Api, keyof RecordsApi>) {
  return records && createSharedViewsApi({ records, groups, things });
}

/** The views that the gateway keeps for the team. Every method throws an ApiError. */
function createSharedViewsApi(api: RecordsApi) {
  const { records } = api;
  const ofView = ({ id }: Pick<SharedView, 'id'>) => ({
    route: `${route}/:id`,
    path: `${route}/${encodeURIComponent(id)}`,
  });

  return {
    list(signal: AbortSignal): Promise<readonly SharedView[]> {
      const call: HttpRequest = { method: 'GET', route, signal };
      return confirmedRead(
        api,
        async () => {
          const answer = await records.send(call);
          const read = sharedViews.safeParse(parseJson(answer.text));
          if (!read.success) throw malformed(call, answer);
          return read.data.views;
        },
        signal,
      );
    },
    /** Adds a view with revision 0, or changes the view whose revision is given. May be repeated. */
    async put(view: Pick<SharedView, 'id' | 'name' | 'search' | 'revision'>): Promise<SharedView> {
      const { name, search, revision } = view;
      const body = { name, search, revision };
      const call: HttpRequest = { method: 'PUT', ...ofView(view), body };
      const answer = await records.send(call);
      const read = sharedView.safeParse(parseJson(answer.text));
      if (!read.success) throw malformed(call, answer);
      return read.data;
    },
    /** May be repeated. */
    async remove(view: Pick<SharedView, 'id' | 'revision'>): Promise<undefined> {
      const query = new URLSearchParams({ revision: String(view.revision) });
      await records.send({ method: 'DELETE', ...ofView(view), query });
      return undefined;
    },
  };
}

import {
  sharedView,
  sharedViews,
  type SharedView,
  type SharedViewChange,
  viewsPath,
} from '#contract/sharedViews.ts';

import { confirmedRead, itemOf, ofGateway, type RecordsApi, sendForRecords } from './records.ts';

export { maxViewName, type SharedView, viewName } from '#contract/sharedViews.ts';

export type SharedViewsApi = ReturnType<typeof createSharedViewsApi>;

/** Undefined with static hosting, where no gateway keeps views. */
export const sharedViewsApi = ofGateway(createSharedViewsApi);

/** The views that the gateway keeps for the team. Every method throws an ApiError; changes may be retried. */
function createSharedViewsApi(api: RecordsApi) {
  return {
    async list(signal: AbortSignal): Promise<readonly SharedView[]> {
      const read = () =>
        sendForRecords(api, { method: 'GET', route: viewsPath, signal }, sharedViews);
      return (await confirmedRead(api, read, signal)).views;
    },
    /** Adds a view with revision 0, or changes the view that has this revision. */
    put: (view: Pick<SharedView, 'id' | keyof SharedViewChange>) => {
      const { name, search, revision } = view;
      const body: SharedViewChange = { name, search, revision };
      return sendForRecords(
        api,
        { method: 'PUT', ...itemOf(viewsPath, view.id), body },
        sharedView,
      );
    },
    async remove(view: Pick<SharedView, 'id' | 'revision'>): Promise<undefined> {
      const query = new URLSearchParams({ revision: String(view.revision) });
      await api.records.send({ method: 'DELETE', ...itemOf(viewsPath, view.id), query });
    },
  };
}

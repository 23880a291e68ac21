import { type Kysely, sql } from 'kysely';

import {
  maxViews,
  type SharedView,
  type SharedViewChange,
  viewNameKey,
} from '#contract/sharedViews.ts';

import type { Database } from '../db/database.ts';
import { isDuplicate } from '../db/storeErrors.ts';
import type { Tables } from '../db/tables.ts';

/** Which view an author wants to change or remove. */
interface OwnView {
  readonly customerId: string;
  readonly id: string;
  readonly author: string;
  /** The revision that the author's page shows; 0 for a new view. */
  readonly revision: number;
}

/** Why a view was neither changed nor removed. */
type Refusal =
  | { readonly refused: 'missing' | 'too many' | 'too many of author' }
  /** @param view the view that is stored, or that has the name */
  | { readonly refused: 'other author' | 'changed' | 'name taken'; readonly view: SharedView };

export type ViewResult = { readonly refused?: undefined; readonly view: SharedView } | Refusal;

const columns = ['id', 'name', 'search', 'author', 'revision', 'changedAt'] as const;

/** The views that a customer's team shares. Only a view's author changes it. */
export function createSharedViews(database: Database) {
  const { run, now } = database;

  const ofCustomer = (db: Kysely<Tables>, customerId: string) =>
    db.selectFrom('sharedViews').select(columns).where('customerId', '=', customerId);

  const find = ({ customerId, id }: Pick<OwnView, 'customerId' | 'id'>) =>
    run((db) => ofCustomer(db, customerId).where('id', '=', id).executeTakeFirst());

  /** Adds nothing if the id or the name is taken, or at a limit, which requests at the same moment may exceed. */
  const insert = ({ customerId, id, author, name, search }: OwnView & SharedViewChange) =>
    run((db) =>
      sql`insert into shared_views
          (customer_id, id, author, name, name_key, search, revision, created_at, changed_at)
        select ${customerId}, ${id}, ${author}, ${name}, ${viewNameKey(name)}, ${search}, 1,
          ${now()}, ${now()}
        where (select count(*) from shared_views where customer_id = ${customerId})
            < ${maxViews.perCustomer}
          and (select count(*) from shared_views
            where customer_id = ${customerId} and author = ${author}) < ${maxViews.perAuthor}
        on conflict do nothing`.execute(db),
    );

  /** Changes nothing if the name is taken, or unless the author knows the newest revision. */
  const update = ({ customerId, id, author, revision, name, search }: OwnView & SharedViewChange) =>
    run((db) =>
      db
        .updateTable('sharedViews')
        .set({ name, nameKey: viewNameKey(name), search, revision: revision + 1, changedAt: now() })
        .where('customerId', '=', customerId)
        .where('id', '=', id)
        .where('author', '=', author)
        .where('revision', '=', revision)
        .execute(),
    ).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
    });

  async function whyNotStored(
    { customerId, id, author, revision, name }: OwnView & SharedViewChange,
    stored: SharedView | undefined,
  ): Promise<Refusal> {
    const refusal = whyNotOwn(stored, { author, revision });
    if (refusal) return refusal;
    const others = await run((db) =>
      ofCustomer(db, customerId).select('nameKey').where('id', '<>', id).execute(),
    );
    const taken = others.find(({ nameKey }) => nameKey === viewNameKey(name));
    if (taken) return { refused: 'name taken', view: taken };
    // The other view with this name has just been removed, so a retry succeeds.
    if (stored) return { refused: 'changed', view: stored };
    if (revision > 0) return { refused: 'missing' };
    const own = others.filter((view) => view.author === author).length;
    return { refused: own >= maxViews.perAuthor ? 'too many of author' : 'too many' };
  }

  return {
    list: (customerId: string): Promise<SharedView[]> =>
      run((db) => ofCustomer(db, customerId).orderBy('nameKey').execute()),

    /** Adds or changes a view. Repeating a request whose response was lost changes nothing more. */
    async put(given: OwnView & SharedViewChange): Promise<ViewResult> {
      await (given.revision === 0 ? insert : update)(given);
      const view = await find(given);
      const isStored =
        view?.author === given.author &&
        view.revision === given.revision + 1 &&
        view.name === given.name &&
        view.search === given.search;
      return isStored ? { view } : whyNotStored(given, view);
    },

    /** @returns the removed view; `missing` if there was none, which is what the author wants */
    async remove({ customerId, id, author, revision }: OwnView): Promise<ViewResult> {
      const view = await run((db) =>
        db
          .deleteFrom('sharedViews')
          .where('customerId', '=', customerId)
          .where('id', '=', id)
          .where('author', '=', author)
          .where('revision', '=', revision)
          .returning(columns)
          .executeTakeFirst(),
      );
      if (view) return { view };
      const refusal = whyNotOwn(await find({ customerId, id }), { author, revision });
      return refusal ?? { refused: 'missing' };
    },
  };
}

/** @param stored the view under this id */
function whyNotOwn(
  stored: SharedView | undefined,
  { author, revision }: Pick<OwnView, 'author' | 'revision'>,
): Refusal | undefined {
  if (!stored) return undefined;
  if (stored.author !== author) return { refused: 'other author', view: stored };
  return stored.revision === revision ? undefined : { refused: 'changed', view: stored };
}

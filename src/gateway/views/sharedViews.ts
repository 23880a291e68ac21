import { sql } from 'kysely';

import {
  maxViews,
  type SharedView,
  type SharedViewChange,
  viewNameKey,
} from '#contract/sharedViews.ts';

import type { Database } from '../db/database.ts';
import { removeAll } from '../db/removeSome.ts';
import { isDuplicate } from '../db/storeErrors.ts';

/** Which view an author wants to change or remove, and the revision that their page shows. */
interface OwnView {
  readonly customerId: string;
  readonly id: string;
  readonly author: string;
  readonly revision: number;
}

/** The stored view, or why nothing was changed, with the conflicting view if there is one. */
export type ViewResult =
  | { readonly refused?: undefined; readonly view: SharedView }
  | { readonly refused: 'missing' | 'too many' }
  | { readonly refused: 'other author' | 'changed' | 'name taken'; readonly view: SharedView };

const columns = ['id', 'name', 'search', 'author', 'revision', 'changedAt'] as const;

/** The views that a customer's team shares. A view can be changed only by its author. */
export function createSharedViews({ run, now }: Pick<Database, 'run' | 'now'>) {
  const list = (customerId: string): Promise<SharedView[]> =>
    run((db) =>
      db
        .selectFrom('sharedViews')
        .select(columns)
        .where('customerId', '=', customerId)
        .orderBy('nameKey')
        .execute(),
    );

  /** @returns undefined if nothing prevents the change */
  async function judge(given: OwnView & SharedViewChange): Promise<ViewResult | undefined> {
    const { id, author, name, search, revision } = given;
    const all = await list(given.customerId);
    const view = all.find((one) => one.id === id);
    if (view && view.author !== author) return { refused: 'other author', view };
    const isDone = view?.revision === revision + 1 && view.name === name && view.search === search;
    if (isDone) return { view };
    if (view && view.revision !== revision) return { refused: 'changed', view };
    const taken = all.find((one) => one.id !== id && viewNameKey(one.name) === viewNameKey(name));
    if (taken) return { refused: 'name taken', view: taken };
    if (view) return undefined;
    if (revision > 0) return { refused: 'missing' };
    const own = all.filter((one) => one.author === author);
    const isFull = all.length >= maxViews.perCustomer || own.length >= maxViews.perAuthor;
    return isFull ? { refused: 'too many' } : undefined;
  }

  return {
    list,

    /** Adds a view, or changes one. Repeating a request whose response was lost has no further effect. */
    async put(given: OwnView & SharedViewChange): Promise<ViewResult> {
      const known = await judge(given);
      if (known) return known;
      const { customerId, id, author, name, search, revision } = given;
      const values = {
        name,
        nameKey: viewNameKey(name),
        search,
        revision: revision + 1,
        changedAt: now(),
      };
      const write = run((db) =>
        db
          .insertInto('sharedViews')
          .values({ customerId, id, author, ...values })
          .onConflict((conflict) =>
            conflict
              .columns(['customerId', 'id'])
              .doUpdateSet(values)
              .where('sharedViews.author', '=', author)
              .where('sharedViews.revision', '=', revision),
          )
          .execute(),
      );
      await write.catch((error: unknown) => {
        // Another view has just taken this name.
        if (!isDuplicate(error)) throw error;
      });
      return (await judge(given)) ?? { refused: 'missing' };
    },

    /** `missing` if there is no such view, for example when a request is repeated. */
    async remove({ customerId, id, author, revision }: OwnView): Promise<ViewResult> {
      const removed = await run((db) =>
        db
          .deleteFrom('sharedViews')
          .where('customerId', '=', customerId)
          .where('id', '=', id)
          .where('author', '=', author)
          .where('revision', '=', revision)
          .returning(columns)
          .executeTakeFirst(),
      );
      if (removed) return { view: removed };
      const view = (await list(customerId)).find((one) => one.id === id);
      if (!view) return { refused: 'missing' };
      return { refused: view.author === author ? 'changed' : 'other author', view };
    },

    /** Erases all views by a user or a customer's team. @returns how many there were */
    erase: (column: 'author' | 'customer_id', value: string): Promise<number> =>
      removeAll({ run }, { table: 'sharedViews', where: sql`${sql.ref(column)} = ${value}` }),
  };
}

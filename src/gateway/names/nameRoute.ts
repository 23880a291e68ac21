import { type NamesAnswer, namesParameters, namesPath } from '#contract/names.ts';

import type { Dependencies } from '../dependencies.ts';
import { readQuery, type RecordRoute } from '../http/records.ts';

/** Looks up the names of codes on a page. Names belong to no customer, so any session may read them. */
export function createNameRoute({ names }: Pick<Dependencies, 'names'>): RecordRoute {
  return {
    method: 'GET',
    path: namesPath,
    isForAnyCustomer: true,
    async answer(context) {
      const { searchParams } = new URL(context.req.url);
      const { networks = [], tacs = [] } = readQuery(namesParameters, searchParams);
      const book = await names.book();
      return context.json({
        networks: namesOf(networks, book.network),
        models: namesOf(tacs, book.model),
      } satisfies NamesAnswer);
    },
  };
}

function namesOf(codes: readonly string[], nameOf: (code: string) => string | undefined) {
  const named = codes.map((code) => [code, nameOf(code)] as const);
  return Object.fromEntries(
    named.flatMap(([code, name]) => (name === undefined ? [] : [[code, name]])),
  );
}

import { queryOptions } from '@tanstack/react-query';

import type { Api } from '#api/client.ts';
import { keys } from '#api/keys.ts';

/** All Thing Groups: the service gives them whole, and the editor finds its own among them. */
export function groupsQuery(api: Api) {
  return queryOptions({
    queryKey: [...keys.groups, 'list'],
    queryFn: ({ signal }) => api.groups.list({ signal }),
  });
}

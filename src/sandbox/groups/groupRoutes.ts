import { jsonAnswer, textAnswer } from '../answers.ts';
import { ServiceError } from '../errors.ts';
import type { Route } from '../route.ts';
import { groupItem } from './groupItem.ts';
import { readGroupUpdate } from './groupUpdate.ts';

/** `GET /thingsgroup/listWithMeasures` (API document 4.3). */
export const listGroups: Route = {
  method: 'GET',
  path: '/thingsgroup/listWithMeasures',
  base: 'console',
  scope: 'read',
  apikey: 'required',
  run({ caller, options }) {
    const { groups } = caller.customer;
    return jsonAnswer(groups.all().map((group) => groupItem(group, options.groupLockFields)));
  },
};

/** `PUT /thingsgroup/{ThingsGroupId}` (API document 4.4); answers the id as plain text. */
export const updateGroup: Route = {
  method: 'PUT',
  path: '/thingsgroup/{ThingsGroupId}',
  base: 'console',
  scope: 'write',
  apikey: 'optional',
  run({ body, params, caller, options, service }) {
    const id = params.get('ThingsGroupId') ?? '';
    const { groups } = caller.customer;
    const group = groups.find(id);
    if (!group) {
      const foreign = service.customers().some((customer) => customer.groups.find(id));
      throw foreign
        ? new ServiceError(403, 'The Thing Group belongs to another account')
        : new ServiceError(404, `There is no Thing Group ${id}`);
    }
    const patch = readGroupUpdate(body, group, groups, options);
    const now = options.clock.now();
    groups.change(group, patch, now);
    service.puts.push({ at: now, user: caller.user.username, groupId: id, body: JSON.parse(body) });
    return textAnswer(id);
  },
};

import { thingsGroup } from '#contract/thingsGroup.ts';

/** The fields of a group that the API document 2.3 lists. */
export const groupFields: ReadonlySet<string> = new Set(Object.keys(thingsGroup.def.shape));

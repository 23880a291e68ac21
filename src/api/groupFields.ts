import { thingsGroup } from '#contract/thingsGroup.ts';

// oxlint-disable oxc/no-barrel-file -- features read the contract through this layer, and take the table whole
export * from '#contract/groupFields.ts';
export * from '#contract/groupValues.ts';

/** The group fields listed in API document 2.3. */
export const documentedFields: ReadonlySet<string> = new Set(Object.keys(thingsGroup.def.shape));

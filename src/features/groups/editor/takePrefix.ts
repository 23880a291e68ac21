import type { UseFormReturn } from 'react-hook-form';

import type { GroupChoice, GroupFormValues } from './groupForm.ts';

/** Puts a prefix into the form as if it had been typed: it is wanted, so none is to be removed. */
export function takePrefix(
  form: UseFormReturn<GroupFormValues, unknown, GroupChoice>,
  prefix: string,
): void {
  form.setValue('removePrefix', false, { shouldDirty: true });
  form.setValue('prefix', prefix, { shouldDirty: true, shouldValidate: true });
}

import { pickFields, settingKeys } from '#api/groupFields.ts';
import type { GroupSettings, GroupSnapshot } from '#api/groupSettings.ts';

/**
 * Reads records that a different version of the console stored in the browser. Tabs that stay open during an update
 * have older records; after a rollback they have newer ones.
 */

/** The name of the stored run over several groups. Drafts are stored by group id, and no group has this id. */
export const severalGroupsDraft = '\u0000several groups';

/**
 * The settings unknown to the version that stored a record. Each has the group's value from when the record was
 * created, or else its current value; unreported settings are omitted.
 *
 * @param chosen has every setting known to its version
 */
export function settingsUnknownTo(
  chosen: object,
  baseline: GroupSnapshot,
  present: GroupSnapshot = {},
): GroupSettings {
  const missing = settingKeys.filter((key) => !Object.hasOwn(chosen, key));
  return { ...pickFields(present, missing), ...pickFields(baseline, missing) };
}

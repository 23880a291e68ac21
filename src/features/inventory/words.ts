/** What several pages of the fleet say. */
export const memoryOff =
  'This installation keeps no inventory of SIMs: its operators have switched it off.';
export const noEvents = 'No change was seen yet. Changes appear after two scans.';

/** What several pages of the fleet say. */
export const memoryOff =
  'This installation remembers nothing of SIMs: its operators have switched the memory off.';
export const noEvents = 'No change was seen yet. Changes appear after two scans.';

/** Words of the list of shortcuts. */
export const keyboardMessages = {
  button: 'Keyboard shortcuts',
  heading: 'Keyboard shortcuts',
  single: 'Single-key shortcuts',
  singleHint: 'Switch them off where single keys come by accident, as with speech input.',
  rest: 'These always work',
  off: 'Off',
  close: 'Close',
  singleKeys: [
    { keys: ['/'], does: 'Go to Find a SIM' },
    { keys: ['['], does: 'Previous page' },
    { keys: [']'], does: 'Next page' },
    { keys: ['?'], does: 'Show this list' },
  ],
  otherKeys: [
    { keys: ['↓'], does: 'From Find a SIM to the first row that was found' },
    { keys: ['↑', '↓'], does: 'From row to row, once the focus is in the table' },
    { keys: ['Home', 'End'], does: 'First and last row of the page' },
    { keys: ['Enter'], does: 'Open the Thing of the row' },
    { keys: ['Tab'], does: 'Through the links and copy buttons of the row' },
    { keys: ['Esc'], does: 'Close what is open' },
    { keys: ['Alt ↑', 'Alt ↓'], does: 'Move a column, in the dialog “Columns”' },
  ],
} as const;

/** Wording shared by several files. */
export const messages = {
  heading: 'Thing Groups',
  doingList: 'load the Thing Groups',
  doingSave: 'save the group',
  doingConfirm: 'confirm the save',
  unnamed: '(no name)',
  locked: 'Locked',
  unlocked: 'Unlocked',
  notReported: 'not reported',
  noPrefix: 'no prefix',
} as const;

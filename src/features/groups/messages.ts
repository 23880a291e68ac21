/** Wording that several files of the feature share. */
export const messages = {
  heading: 'Thing Groups',
  doingList: 'load the Thing Groups',
  doingSave: 'save the group',
  doingConfirm: 'confirm the save',
  unnamed: '(no name)',

  columns: {
    name: 'Name',
    description: 'Description',
    profile: 'Profile',
    networks: 'Networks',
    total: 'Total',
    active: 'Active',
    alarm: 'Alarm',
    data: 'Data',
    sms: 'SMS',
    voice: 'Voice',
    lock: 'IMEI lock',
    modified: 'Modified',
  },
  locked: 'Locked',
  unlocked: 'Unlocked',
  notReported: 'not reported',
  noPrefix: 'no prefix',
} as const;

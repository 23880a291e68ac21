/** Words that several folders of this feature share. */
export const messages = {
  export: 'Export',
  sections: {
    identity: 'Identity',
    service: 'Service',
    device: 'Device',
    location: 'Location',
    usage: 'Usage',
    dates: 'Dates',
    other: 'Other fields',
  },
  yes: 'Yes',
  no: 'No',
  notBlocked: 'None',
  blocked: 'Blocked',
  notBlockedFlag: 'Allowed',
} as const;

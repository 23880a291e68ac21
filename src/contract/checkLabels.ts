import type { FleetCheck } from './inventory.ts';

/** The checks in words, worst first, as the console and messages about alerts show them. */
export const checkLabels: Readonly<Record<FleetCheck, string>> = {
  'outside-lock': 'May lose service because of the group’s IMEI lock',
  'shared-imei': 'Same device on several SIMs',
  'suspended-counting': 'Suspended but still using data',
  'not-found': 'No longer found',
  'other-device': 'Device change seen in the last 7 days',
  blocked: 'Data or SMS blocked',
  'unlisted-group': 'In an unlisted group',
  'silent-90': 'No location for 90 days',
  'silent-30': 'No location for 30 days',
  'silent-7': 'No location for 7 days',
  'same-data': 'Data unchanged for a day',
  'no-imei': 'No device known',
};

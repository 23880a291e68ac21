/** The sections of the detail view and of the column picker, in order. */
export const fieldSections = [
  { id: 'identity', label: 'Identity' },
  { id: 'service', label: 'Service' },
  { id: 'device', label: 'Device' },
  { id: 'location', label: 'Location' },
  { id: 'usage', label: 'Usage' },
  { id: 'dates', label: 'Dates' },
  { id: 'other', label: 'Other fields' },
] as const;
export type FieldSection = (typeof fieldSections)[number]['id'];

/** Words of the map of the page's SIMs. */
export const mapMessages = {
  toggle: 'Map',
  label: 'Map of the SIMs on this page',
  drawn: (drawn: number, of: number) =>
    `${drawn} of ${of} SIMs on this page have a position that can be drawn, where the network last reported them. The table below lists all of them.`,
  none: 'No SIM on this page has a position that can be drawn.',
  left: (none: number, suspicious: number) =>
    [
      none > 0 ? `${none} without a readable position` : '',
      suspicious > 0 ? `${suspicious} with 0, 0 or a position that is no place on Earth` : '',
    ]
      .filter(Boolean)
      .join(', '),
  here: (count: number) => `${count} SIMs around here`,
  close: 'Close the list',
  closer: 'Closer',
  farther: 'Farther',
} as const;

/** Words of the table and of what surrounds it. */
export const listMessages = {
  copy: (label: string, text: string) => `Copy ${label} ${text}`,
  copied: (label: string) => `${label} copied`,
  notCopied: 'The browser did not allow copying: select the text instead',
  sortedUp: '▲',
  sortedDown: '▼',
  notSorted: '↕',
} as const;

/** A padlock icon, shown beside its label. */
export function PadlockSign({ isClosed }: { isClosed: boolean }) {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path fill="currentColor" d={isClosed ? closedPath : openPath} />
    </svg>
  );
}

const closedPath =
  'M8 1a3.500 3.500 0 0 0-3.500 3.500V7H3v8h10V7h-1.500V4.500A3.500 3.500 0 0 0 8 1m0 1.500a2 2 0 0 1 2 2V7H6V4.500a2 2 0 0 1 2-2';
const openPath =
  'M8 1a3.500 3.500 0 0 0-3.500 3.500h1.500a2 2 0 0 1 4 0V7H3v8h10V7h-1.500V4.500A3.500 3.500 0 0 0 8 1M4.500 8.500h7v5h-7z';

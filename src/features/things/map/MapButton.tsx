import { Button } from '#ui/Button.tsx';

import { mapMessages } from './mapMessages.ts';
import { useMapShown } from './useMapShown.ts';

/** Shows the map of the page's SIMs above the table, or takes it away. */
export function MapButton() {
  const [isShown, toggle] = useMapShown();
  return (
    <Button small aria-pressed={isShown} onClick={toggle}>
      {mapMessages.toggle}
    </Button>
  );
}

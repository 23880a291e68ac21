import type { ThingRecord } from '#api/things.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';

import { isMarked, type MarkName } from './marks.ts';
import { viewsMessages } from './viewsMessages.ts';

interface MarkNoticeProps {
  mark: MarkName;
  things: readonly ThingRecord[];
  now: number;
  onStop: () => void;
}

/** Says that a view marks rows, and that it finds none elsewhere. */
export function MarkNotice({ mark, things, now, onStop }: MarkNoticeProps) {
  const count = things.filter((thing) => isMarked(mark, thing, now)).length;
  return (
    <Notice>
      <span>{viewsMessages.marking(mark, count, things.length)}</span>
      <Button small onClick={onStop}>
        {viewsMessages.stopMarking}
      </Button>
    </Notice>
  );
}

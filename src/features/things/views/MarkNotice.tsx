import type { ThingRecord } from '#api/things.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';

import { cannotTell, isMarked, type MarkName } from './marks.ts';
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
  const unknown = things.filter((thing) => cannotTell(mark, thing)).length;
  return (
    <Notice>
      <span>
        {viewsMessages.marking(mark, count, things.length)}
        {unknown > 0 && ` ${viewsMessages.cannotTell(unknown)}`}
      </span>
      <Button small onClick={onStop}>
        {viewsMessages.stopMarking}
      </Button>
    </Notice>
  );
}

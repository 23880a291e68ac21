import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';

import type { ThingsPageData } from '../thingsQueries.ts';
import { marks, type MarkName } from './filters/marks.ts';

/** Names the URL parameters that were ignored. */
export function InvalidParts({ parts }: { parts: readonly string[] }) {
  if (parts.length === 0) return null;
  return (
    <Notice tone="warning">
      {`Some address parameters are not valid and were ignored: ${parts.join(', ')}.`}
    </Notice>
  );
}

interface PageNoticesProps {
  page: ThingsPageData;
  mark: MarkName | undefined;
  /** Whether the rows on screen are the previous ones, because the requested rows were not loaded. */
  isOutdated: boolean;
  onStopMarking: () => void;
}

/** Notices about the rows on the page. */
export function PageNotices({ page, mark, isOutdated, onStopMarking }: PageNoticesProps) {
  return (
    <>
      {page.unreadable > 0 && (
        <Notice tone="warning">
          {`${page.unreadable} of ${page.things.length + page.unreadable} records could not be read.`}
        </Notice>
      )}
      {mark !== undefined && <MarkNotice mark={mark} page={page} onStop={onStopMarking} />}
      {isOutdated && (
        <Notice tone="warning">
          The requested rows could not be loaded. The previous rows are shown.
        </Notice>
      )}
    </>
  );
}

interface MarkNoticeProps extends Pick<PageNoticesProps, 'page'> {
  mark: MarkName;
  onStop: () => void;
}

/** Says that a view only marks rows, and how many of this page's rows it marks. */
function MarkNotice({ mark, page: { things, readAt }, onStop }: MarkNoticeProps) {
  const { label, hint, matches, isUnknown } = marks[mark];
  const count = things.filter((thing) => matches(thing, readAt)).length;
  const unknown = things.filter(isUnknown).length;
  const records = unknown === 1 ? '1 record has' : `${unknown} records have`;
  return (
    <Notice>
      <span>
        {`${label} (${hint}): the service cannot filter by this, so matches are only marked on this page (${count} of ${things.length}).`}
        {unknown > 0 && ` ${records} no readable value.`}
      </span>
      <Button small onClick={onStop}>
        Stop marking
      </Button>
    </Notice>
  );
}

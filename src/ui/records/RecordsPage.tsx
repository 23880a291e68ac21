import type { ComponentProps, ReactNode } from 'react';

import { Button } from '../Button.tsx';
import { Notice } from '../Notice.tsx';
import { Page } from '../Page.tsx';
import { PagedExport } from '../pagedExport/PagedExport.tsx';
import { UpdatedAt } from '../UpdatedAt.tsx';

interface RecordsPageProps {
  heading: string;
  back?: ReactNode;
  /** What the rows are about, or their filters. */
  intro: ReactNode;
  /** When the rows were read; 0 before. */
  readAt: number;
  isFetching: boolean;
  onRefresh: () => void;
  file: ComponentProps<typeof PagedExport>;
  onExport: () => void;
  /** Parameters of the address that have no valid value. */
  leftOut: readonly string[];
  children: ReactNode;
}

/** The frame of a list of what the gateway has recorded: its head, its export, and what the address could not say. */
export function RecordsPage(props: RecordsPageProps) {
  const { heading, back, intro, readAt, isFetching, onRefresh, file, onExport, leftOut } = props;
  return (
    <Page
      heading={heading}
      back={back}
      actions={
        <>
          <UpdatedAt at={readAt} />
          <Button small aria-disabled={file.state.step === 'running'} onClick={onExport}>
            Export
          </Button>
          <Button small aria-disabled={isFetching} onClick={onRefresh}>
            Refresh
          </Button>
        </>
      }
    >
      {intro}
      <PagedExport {...file} />
      {leftOut.length > 0 && (
        <Notice tone="warning">
          {`Left out, since the address has no valid value for it: ${leftOut.join(', ')}.`}
        </Notice>
      )}
      {props.children}
    </Page>
  );
}

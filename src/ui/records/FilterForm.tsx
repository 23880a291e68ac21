import type { ComponentPropsWithRef, ReactNode } from 'react';

import { Button } from '../Button.tsx';
import { TextField } from '../Field.tsx';

import styles from './records.module.css';

type Registered = Pick<ComponentPropsWithRef<'input'>, 'name' | 'ref' | 'onBlur' | 'onChange'>;

interface FilterFormProps {
  className?: string | undefined;
  /** The two days, as registered with the form; `firstBeforeLast` checks the last one. */
  from: Registered;
  to: Registered;
  toError: string | undefined;
  onSubmit: () => void;
  onClear: () => void;
  /** The fields before the days. */
  children: ReactNode;
}

/** The filters of a record, which apply on Enter or "Apply filters". */
export function FilterForm(props: FilterFormProps) {
  const { className, from, to, toError, onSubmit, onClear, children } = props;
  return (
    <form
      noValidate
      role="search"
      aria-label="Filters"
      className={className === undefined ? styles.filters : `${styles.filters} ${className}`}
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      <TextField label="From" type="date" {...from} />
      <TextField label="To" type="date" error={toError} {...to} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary">
          Apply filters
        </Button>
        <Button onClick={onClear}>Clear filters</Button>
      </div>
    </form>
  );
}

/** Days such as `2026-11-22`; an empty text is none. */
export function firstBeforeLast(to: string, { from }: { readonly from: string }): true | string {
  return to === '' || from === '' || from <= to || 'This day is before From.';
}

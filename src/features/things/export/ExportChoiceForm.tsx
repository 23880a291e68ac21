import type { SubmitEvent } from 'react';

import { counted } from '#lib/counted.ts';
import { Button } from '#ui/Button.tsx';

import type { ThingField } from '../thingFields.ts';
import { allColumns, exportColumns } from './exportColumns.ts';
import { maxWorkbookRows, type ExportChoice } from './exportRun.ts';

import styles from './ExportDialog.module.css';

interface ExportChoiceFormProps {
  shownFields: readonly ThingField[];
  isWriting?: boolean;
  onStart: (choice: ExportChoice) => void;
  onClose: () => void;
}

const columnsNames = { all: 'All fields', shown: 'Columns shown' };

/** Chooses the columns and the file format. */
export function ExportChoiceForm({ shownFields, isWriting = false, ...on }: ExportChoiceFormProps) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isWriting) return;
    const chosen = new FormData(event.currentTarget);
    const isAll = chosen.get('columns') === 'all';
    on.onStart({
      format: chosen.get('format') === 'xlsx' ? 'xlsx' : 'csv',
      columns: isAll ? allColumns : exportColumns(shownFields),
      columnsName: isAll ? columnsNames.all : columnsNames.shown,
    });
  }

  return (
    <form onSubmit={submit} className={styles.form}>
      <Choices
        name="columns"
        legend="Columns"
        options={[
          {
            value: 'all',
            label: columnsNames.all,
            hint: 'Unknown fields are in the column “Other fields (JSON)”',
          },
          {
            value: 'shown',
            label: columnsNames.shown,
            hint: 'As in the table',
          },
        ]}
      />
      <Choices
        name="format"
        legend="File"
        options={[
          {
            value: 'csv',
            label: 'CSV, for other programs',
            hint: 'Any number of rows. Excel would round long identifiers.',
          },
          {
            value: 'xlsx',
            label: 'XLSX, for Excel',
            hint: `Up to ${counted(maxWorkbookRows, 'row')}. Text cells keep all digits. A second sheet describes the file.`,
          },
        ]}
      />
      <div className={styles.actions}>
        <Button onClick={on.onClose}>Close</Button>
        <Button type="submit" variant="primary" aria-disabled={isWriting}>
          {isWriting ? 'Writing…' : 'Start export'}
        </Button>
      </div>
    </form>
  );
}

interface ChoicesProps {
  name: string;
  legend: string;
  /** The first option is the default. */
  options: readonly { value: string; label: string; hint: string }[];
}

function Choices({ name, legend, options }: ChoicesProps) {
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {options.map(({ value, label, hint }, index) => (
        <label key={value} className={styles.choice}>
          <input type="radio" name={name} value={value} defaultChecked={index === 0} />
          <span>
            {label}
            <span className={styles.note}> {hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

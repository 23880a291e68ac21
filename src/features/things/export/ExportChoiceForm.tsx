import type { SubmitEvent } from 'react';

import { Button } from '#ui/Button.tsx';

import type { ThingField } from '../record/thingFields.ts';
import { allColumns, exportColumns } from './exportColumns.ts';
import { mostXlsxRows } from './exportFile.ts';
import { exportMessages } from './exportMessages.ts';
import type { ExportChoice } from './useExport.ts';

import styles from './ExportDialog.module.css';

interface ExportChoiceFormProps {
  shownFields: readonly ThingField[];
  onStart: (choice: ExportChoice) => void;
  onClose: () => void;
}

/** Which columns, and which kind of file. */
export function ExportChoiceForm({ shownFields, onStart, onClose }: ExportChoiceFormProps) {
  const shownColumns = exportColumns(shownFields);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget);
    const isAll = chosen.get('columns') === 'all';
    onStart({
      format: chosen.get('format') === 'xlsx' ? 'xlsx' : 'csv',
      columns: isAll ? allColumns : shownColumns,
      columnsName: isAll ? exportMessages.allColumns : exportMessages.shownColumns,
    });
  }

  return (
    <form onSubmit={submit} className={styles.form}>
      <Choices
        name="columns"
        legend={exportMessages.columns}
        options={[
          {
            value: 'all',
            label: exportMessages.allColumns,
            hint: exportMessages.allColumnsHint(allColumns.length),
          },
          {
            value: 'shown',
            label: exportMessages.shownColumns,
            hint: exportMessages.shownColumnsHint(shownColumns.length),
          },
        ]}
      />
      <Choices
        name="format"
        legend={exportMessages.format}
        options={[
          { value: 'csv', label: exportMessages.csv, hint: exportMessages.csvHint },
          {
            value: 'xlsx',
            label: exportMessages.xlsx,
            hint: exportMessages.xlsxHint(mostXlsxRows),
          },
        ]}
      />
      <div className={styles.actions}>
        <Button onClick={onClose}>{exportMessages.close}</Button>
        <Button type="submit" variant="primary">
          {exportMessages.start}
        </Button>
      </div>
    </form>
  );
}

interface ChoicesProps {
  name: string;
  legend: string;
  /** The first is chosen until another one is. */
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

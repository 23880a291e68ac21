import { columnWidths, type ColumnChoice } from '../preferences/thingsPreferences.ts';
import { columnField } from './columnFields.ts';
import { allowedWidth, changed, moved, toggled } from './columnLayout.ts';
import { columnsMessages } from './columnsMessages.ts';
import { ShownColumnRow } from './ShownColumnRow.tsx';
import type { ColumnsControl } from './useShownColumns.ts';

import styles from './ColumnsDialog.module.css';

interface ShownColumnsProps {
  columns: ColumnsControl;
  /** Says what was done, also for those who do not see it. */
  onSaid: (text: string) => void;
}

/** The columns that are shown, to arrange. */
export function ShownColumns({ columns, onSaid }: ShownColumnsProps) {
  const { choices, choose, isOffered } = columns;

  function move(id: string, label: string, by: number) {
    const next = moved(choices, id, by);
    choose(next);
    const place = next.findIndex((choice) => choice.id === id) + 1;
    onSaid(columnsMessages.moved(label, place, next.length));
  }

  function hide(id: string, label: string) {
    choose(toggled(choices, id));
    onSaid(columnsMessages.removed(label));
  }

  function change(id: string, label: string, to: Partial<Omit<ColumnChoice, 'id'>>) {
    choose(changed(choices, id, to));
    if (to.width === undefined) return;
    const width = allowedWidth(to.width);
    const { least, most } = columnWidths;
    // Rounding needs no word, another width than the one that was typed does.
    if (Math.abs(width - to.width) < 1) onSaid('');
    else onSaid(columnsMessages.limited(label, width, least, most));
  }

  return (
    <section aria-labelledby="columns-shown">
      <h3 id="columns-shown" className={styles.heading}>
        {columnsMessages.shown}
      </h3>
      <ol className={styles.list}>
        {choices.map((choice, index) => {
          const field = columnField(choice.id);
          if (!field) return null;
          return (
            <ShownColumnRow
              key={choice.id}
              field={field}
              choice={choice}
              isSeen={isOffered(field)}
              isFirst={index === 0}
              isLast={index === choices.length - 1}
              onMove={(by) => move(choice.id, field.label, by)}
              onHide={() => hide(choice.id, field.label)}
              onChange={(to) => change(choice.id, field.label, to)}
            />
          );
        })}
      </ol>
    </section>
  );
}

import type { Density } from '../preferences/thingsPreferences.ts';
import { useThingsPreferences } from '../preferences/useThingsPreferences.ts';
import { columnsMessages } from './columnsMessages.ts';

import styles from './ColumnsDialog.module.css';

const densities: readonly Density[] = ['comfortable', 'compact'];

/** How high the rows are. */
export function DensityChoice() {
  const { preferences, prefer } = useThingsPreferences();
  return (
    <fieldset className={styles.density}>
      <legend>{columnsMessages.density}</legend>
      {densities.map((density) => (
        <label key={density}>
          <input
            type="radio"
            name="density"
            checked={preferences.density === density}
            onChange={() => prefer({ density })}
          />
          {columnsMessages[density]}
        </label>
      ))}
    </fieldset>
  );
}

import { useState, type SubmitEvent } from 'react';

import { simConditions, type SimConditions } from '#api/inventory.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField, TextField } from '#ui/Field.tsx';

import { conditionLabels, filterWords } from './simsFilters.ts';

import records from '#ui/records/records.module.css';

/** Any condition, with the parser for its value. */
interface AnyCondition {
  readonly parse: (text: string) => unknown;
  readonly expected: string;
  readonly takesEmpty?: true;
  readonly options?: readonly (string | number)[];
}

const conditions = new Map<string, AnyCondition>(Object.entries(simConditions));

interface ConditionFormProps {
  /** Called with the name of a condition and a valid value, as text. */
  onShow: (condition: Partial<Record<keyof SimConditions, string>>) => void;
}

/** Narrows the list by any declared condition, even one that no chart links to. */
export function ConditionForm({ onShow }: ConditionFormProps) {
  const [name, setName] = useState('groupId');
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const condition = conditions.get(name);
  const options = condition?.options;
  const text = typed.trim() || String(options?.[0] ?? '');

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const isMissing = text === '' && condition?.takesEmpty !== true;
    if (isMissing || condition?.parse(text) === undefined) {
      setError(`This must be ${condition?.expected}.`);
      return;
    }
    setError(undefined);
    onShow({ [name]: text });
  }

  return (
    <form
      noValidate
      role="search"
      aria-label="Filters"
      className={records.filters}
      autoComplete="off"
      onSubmit={submit}
    >
      <SelectField
        label="Show SIMs by"
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setTyped('');
          setError(undefined);
        }}
      >
        {Object.entries(conditionLabels).map(([key, label]) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </SelectField>
      {options ? (
        <SelectField label="Value" value={text} onChange={(event) => setTyped(event.target.value)}>
          {options.map((option) => (
            <option key={option} value={option}>
              {filterWords({ [name]: option }, () => undefined)}
            </option>
          ))}
        </SelectField>
      ) : (
        <TextField
          label="Value"
          value={typed}
          error={error}
          hint={condition?.takesEmpty && 'Leave empty for SIMs that report none.'}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div className={records.actions}>
        <Button type="submit">Show</Button>
      </div>
    </form>
  );
}

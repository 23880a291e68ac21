import { useState, type SubmitEvent } from 'react';

import {
  relationsOf,
  simCondition,
  valuesOf,
  type SimCondition,
  type SimFieldName,
  type SimRelation,
} from '#api/inventory.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField, TextField } from '#ui/Field.tsx';

import { summarizedFields, type KnownValue, type KnownValues } from './knownValues.ts';
import {
  fieldLabels,
  fitAddress,
  formFields,
  relationHint,
  relationLabels,
} from './simsFilters.ts';

import records from '#ui/records/records.module.css';
import styles from './Fleet.module.css';

interface ConditionFormProps {
  conditions: readonly SimCondition[];
  /** Values to choose from; undefined until the summary has been read. */
  known: KnownValues | undefined;
  onAdd: (condition: SimCondition) => void;
}

/** Adds a condition to the list: a field, a relation that makes sense for it, and values. */
export function ConditionForm({ conditions, known, onAdd }: ConditionFormProps) {
  const [field, setField] = useState<SimFieldName>('group');
  const [chosen, setChosen] = useState<SimRelation>('is');
  const [given, setGiven] = useState<readonly string[]>([]);
  const [error, setError] = useState<string>();
  const relations = relationsOf(field);
  const relation = relations.includes(chosen) ? chosen : (relations[0] ?? chosen);
  const { kind, max, each } = valuesOf(field, relation);
  const takesListed = kind === 'value' || kind === 'values';
  const options = takesListed ? (listed(each?.options) ?? known?.[field]) : undefined;
  const isLoading = takesListed && known === undefined && summarizedFields.includes(field);
  const values = kind === 'value' && options && given.length === 0 ? firstOf(options) : given;

  function change(next: { readonly field?: SimFieldName; readonly relation?: SimRelation }) {
    const other = { field, relation, ...next };
    // Typed values are kept if the new relation takes the same kind of value.
    const isSameKind = valuesOf(other.field, other.relation).kind === kind;
    if (other.field !== field || !isSameKind) setGiven([]);
    setField(other.field);
    setChosen(other.relation);
    setError(undefined);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isLoading) return;
    const typed = options ? values : values.flatMap((text) => separated(text, max));
    const condition = simCondition(field, relation, typed);
    const isFitting = condition !== undefined && fitAddress([...conditions, condition]);
    if (isFitting) {
      onAdd(condition);
      setGiven([]);
    } else {
      // The last field is the one that shows the error.
      [...event.currentTarget.querySelectorAll<HTMLElement>('input, select')].at(-1)?.focus();
    }
    setError(isFitting ? undefined : condition ? tooLong : problemWith(typed, max, each?.expected));
  }

  return (
    <form
      noValidate
      role="search"
      aria-label="Conditions"
      className={`${records.filters} ${styles.form}`}
      autoComplete="off"
      onSubmit={submit}
    >
      <SelectField
        label="Field"
        value={field}
        onChange={({ target }) =>
          change({ field: formFields.find((name) => name === target.value) ?? field })
        }
      >
        {formFields.map((name) => (
          <option key={name} value={name}>
            {fieldLabels[name]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Relation"
        value={relation}
        hint={relationHint(field, relation)}
        error={kind === 'nothing' ? error : undefined}
        onChange={({ target }) =>
          change({ relation: relations.find((name) => name === target.value) ?? relation })
        }
      >
        {relations.map((name) => (
          <option key={name} value={name}>
            {relationLabels[name]}
          </option>
        ))}
      </SelectField>
      {kind === 'nothing' ? null : isLoading ? (
        <SelectField label="Value" disabled>
          <option>Loading…</option>
        </SelectField>
      ) : options ? (
        <SelectField
          // React cannot switch an existing select from one value to several.
          key={kind}
          label="Value"
          error={error}
          {...(kind === 'values'
            ? {
                multiple: true,
                size: 5,
                value: [...values],
                hint: 'Hold Ctrl or ⌘ to choose several.',
              }
            : { value: values[0] ?? '' })}
          onChange={({ target }) =>
            setGiven(Array.from(target.selectedOptions, ({ value }) => value))
          }
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      ) : (
        <TextField
          label="Value"
          value={values[0] ?? ''}
          error={error}
          mono={kind !== 'days'}
          inputMode={kind === 'days' ? 'numeric' : undefined}
          hint={kind === 'days' ? 'Days' : kind === 'values' ? 'Separated by commas' : undefined}
          onChange={({ target }) => setGiven([target.value])}
        />
      )}
      <div className={records.actions}>
        <Button type="submit">Add condition</Button>
      </div>
    </form>
  );
}

const tooLong = 'The address has no room for more conditions. Remove one first.';

function problemWith(typed: readonly string[], max: number, expected = ''): string {
  if (typed.length === 0)
    return max > 1 ? 'Enter at least one value.' : `This must be ${expected}.`;
  if (typed.length > max) return `There can be at most ${max} values.`;
  return max > 1 ? `Each value must be ${expected}.` : `This must be ${expected}.`;
}

function separated(text: string, max: number): readonly string[] {
  const parts = max > 1 ? text.split(/[\s,;]+/u) : [text.trim()];
  return parts.filter((part) => part !== '');
}

function listed(options: readonly unknown[] | undefined): readonly KnownValue[] | undefined {
  return options?.map(String).map((value) => ({ value, label: value }));
}

function firstOf([first]: readonly KnownValue[]): readonly string[] {
  return first ? [first.value] : [];
}

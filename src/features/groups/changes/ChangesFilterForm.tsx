import { useId } from 'react';
import { useForm } from 'react-hook-form';

import { changeOutcomes, maxSearchText } from '#api/changes.ts';
import { SelectField, TextField } from '#ui/Field.tsx';
import { FilterForm, firstBeforeLast } from '#ui/records/FilterForm.tsx';

import { outcomeLabels } from './changeOutcome.ts';
import { noFilter, type ChangesFilter } from './changesAddress.ts';

interface ChangesFilterFormProps {
  /** The filter that applies. */
  filter: ChangesFilter;
  /** Suggested for the Thing Group; another text is a part of a name. */
  groupNames: readonly string[];
  onApply: (filter: ChangesFilter) => void;
}

/** The form of the filters, which apply on Enter or "Apply filters". */
export function ChangesFilterForm({ filter, groupNames, onApply }: ChangesFilterFormProps) {
  const listId = useId();
  const form = useForm<ChangesFilter>({
    defaultValues: noFilter,
    // Nothing but the filter: another page of the changes leaves what is typed as it is.
    values: {
      group: filter.group,
      who: filter.who,
      outcome: filter.outcome,
      from: filter.from,
      to: filter.to,
    },
  });
  return (
    <FilterForm
      from={form.register('from', { deps: 'to' })}
      to={form.register('to', { validate: firstBeforeLast })}
      toError={form.formState.errors.to?.message}
      onSubmit={() => void form.handleSubmit((typed) => onApply(trimmed(typed)))()}
      onClear={() => {
        form.reset(noFilter);
        onApply(noFilter);
      }}
    >
      <TextField
        label="Thing Group"
        placeholder="Name or ID"
        list={listId}
        maxLength={maxSearchText}
        {...form.register('group')}
      />
      <datalist id={listId}>
        {groupNames.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        label="Who"
        placeholder="Username"
        maxLength={maxSearchText}
        {...form.register('who')}
      />
      <SelectField label="Outcome" {...form.register('outcome')}>
        <option value="">Any</option>
        {changeOutcomes.map((outcome) => (
          <option key={outcome} value={outcome}>
            {outcomeLabels[outcome]}
          </option>
        ))}
      </SelectField>
    </FilterForm>
  );
}

function trimmed(typed: ChangesFilter): ChangesFilter {
  return { ...typed, group: typed.group.trim(), who: typed.who.trim() };
}

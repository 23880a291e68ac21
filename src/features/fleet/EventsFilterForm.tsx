import { useForm } from 'react-hook-form';

import { thingEventKinds } from '#api/fleet.ts';
import { eventLabels } from '#api/fleetWords.ts';
import { cleanIccid } from '#identifiers/iccid.ts';
import { SelectField, TextField } from '#ui/Field.tsx';
import { FilterForm, firstBeforeLast } from '#ui/records/FilterForm.tsx';

import { noFilter, type EventsFilter } from './eventsAddress.ts';

import styles from './Fleet.module.css';

interface EventsFilterFormProps {
  /** The filter that applies. */
  filter: EventsFilter;
  onApply: (filter: EventsFilter) => void;
}

/** The form of the filters, which apply on Enter or "Apply filters". */
export function EventsFilterForm({ filter, onApply }: EventsFilterFormProps) {
  const form = useForm<EventsFilter>({
    defaultValues: noFilter,
    // Nothing but the filter: another page of the changes leaves what is typed as it is.
    values: {
      kind: filter.kind,
      iccid: filter.iccid,
      from: filter.from,
      to: filter.to,
    },
  });
  return (
    <FilterForm
      className={styles.filters}
      from={form.register('from', { deps: 'to' })}
      to={form.register('to', { validate: firstBeforeLast })}
      toError={form.formState.errors.to?.message}
      onSubmit={() =>
        void form.handleSubmit((typed) => onApply({ ...typed, iccid: exact(typed.iccid) }))()
      }
      onClear={() => {
        form.reset(noFilter);
        onApply(noFilter);
      }}
    >
      <SelectField label="What" {...form.register('kind')}>
        <option value="">Any</option>
        {thingEventKinds.map((kind) => (
          <option key={kind} value={kind}>
            {eventLabels[kind]}
          </option>
        ))}
      </SelectField>
      <TextField label="ICCID" mono maxLength={64} {...form.register('iccid')} />
    </FilterForm>
  );
}

/** A pasted ICCID may have spaces or dashes; the memory compares it as a whole. */
function exact(typed: string): string {
  return cleanIccid(typed) ?? typed.trim();
}

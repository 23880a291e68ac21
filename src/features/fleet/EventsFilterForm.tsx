import { useForm } from 'react-hook-form';

import { thingEventKinds } from '#api/fleet.ts';
import { eventLabels } from '#api/fleetWords.ts';
import { cleanIccid } from '#identifiers/iccid.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField, TextField } from '#ui/Field.tsx';

import { noFilter, type EventsFilter } from './eventsAddress.ts';

import records from '#ui/records/records.module.css';
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
  const { errors } = form.formState;
  return (
    <form
      noValidate
      role="search"
      aria-label="Filters"
      className={`${records.filters} ${styles.filters}`}
      autoComplete="off"
      onSubmit={(event) =>
        void form.handleSubmit((typed) => onApply({ ...typed, iccid: exact(typed.iccid) }))(event)
      }
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
      <TextField label="From" type="date" {...form.register('from', { deps: 'to' })} />
      <TextField
        label="To"
        type="date"
        error={errors.to?.message}
        {...form.register('to', {
          validate: (to, { from }) =>
            to === '' || from === '' || from <= to || 'This day is before From.',
        })}
      />
      <div className={records.actions}>
        <Button type="submit" variant="primary">
          Apply filters
        </Button>
        <Button
          onClick={() => {
            form.reset(noFilter);
            onApply(noFilter);
          }}
        >
          Clear filters
        </Button>
      </div>
    </form>
  );
}

/** A pasted ICCID may have spaces or dashes; the memory compares it as a whole. */
function exact(typed: string): string {
  return cleanIccid(typed) ?? typed.trim();
}

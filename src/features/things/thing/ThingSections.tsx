import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { ThingRecord } from '#api/things.ts';
import { paths } from '#paths.ts';
import { CopyButton } from '#ui/CopyButton.tsx';

import { messages as shared } from '../messages.ts';
import { thingFields, type Section, type ThingField } from '../record/thingFields.ts';
import { ThingValue } from '../record/ThingValue.tsx';
import { PhoneNumber } from './PhoneNumber.tsx';
import { thingMessages as messages } from './thingMessages.ts';

import styles from './ThingView.module.css';

const { sections } = shared;

const order: readonly Section[] = [
  'identity',
  'service',
  'device',
  'location',
  'usage',
  'dates',
  'other',
];

interface ThingSectionsProps {
  thing: ThingRecord;
  /** What stands above the fields of the location. */
  location?: ReactNode;
}

/** The fields of one SIM that are known by name, by what they are about. */
export function ThingSections({ thing, location }: ThingSectionsProps) {
  return order.map((section) => (
    <section key={section} aria-label={sections[section]} className={styles.section}>
      <h3>{sections[section]}</h3>
      {section === 'location' && location}
      <dl className={styles.facts}>
        {thingFields
          .filter((field) => field.section === section)
          .map((field) => (
            <div key={`${field.id} ${field.label}`}>
              <dt>{field.label}</dt>
              <dd>
                <FactValue field={field} thing={thing} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  ));
}

function FactValue({ field, thing }: { field: ThingField; thing: ThingRecord }) {
  const value = field.read(thing);
  const shown = <ThingValue kind={field.kind} value={value} />;
  if (field.id === 'ThingsGroupName' && thing.ThingsGroupId !== undefined) {
    return <Link to={paths.group(thing.ThingsGroupId)}>{shown}</Link>;
  }
  if (field.kind !== 'identifier' || typeof value !== 'string' || value === '') return shown;
  return (
    <span className={styles.identifier}>
      {shown}
      {field.id === 'MSISDN' && <PhoneNumber msisdn={value} />}
      <CopyButton text={value} label={messages.copy} name={messages.copyName(field.label)} />
    </span>
  );
}

import { Link } from 'react-router';

import type { ThingRecord } from '#api/things.ts';
import { paths } from '#paths.ts';

import { messages } from '../messages.ts';
import { thingFields, type Section, type ThingField } from '../record/thingFields.ts';
import { ThingValue } from '../record/ThingValue.tsx';

import styles from './ThingPage.module.css';

const order: readonly Section[] = [
  'identity',
  'service',
  'device',
  'location',
  'usage',
  'dates',
  'other',
];

/** The fields of one SIM, by what they are about; fields unknown by name follow at the end. */
export function ThingSections({ thing }: { thing: ThingRecord }) {
  const known = new Set(thingFields.map((field) => field.id.split('.')[0]));
  const unknown = Object.entries(thing.raw).filter(([name]) => !known.has(name));
  return (
    <div className={styles.sections}>
      {order.map((section) => (
        <section key={section} aria-label={messages.sections[section]} className={styles.section}>
          <h2>{messages.sections[section]}</h2>
          <dl className={styles.facts}>
            {thingFields
              .filter((field) => field.section === section)
              .map((field) => (
                <Fact key={`${field.id} ${field.label}`} field={field} thing={thing} />
              ))}
            {section === 'other' &&
              unknown.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd className={styles.raw}>{JSON.stringify(value)}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function Fact({ field, thing }: { field: ThingField; thing: ThingRecord }) {
  const value = <ThingValue kind={field.kind} value={field.read(thing)} />;
  const leadsToGroup = field.id === 'ThingsGroupName' && thing.ThingsGroupId !== undefined;
  return (
    <div>
      <dt>{field.label}</dt>
      <dd>
        {leadsToGroup ? <Link to={paths.group(thing.ThingsGroupId ?? '')}>{value}</Link> : value}
      </dd>
    </div>
  );
}

import { useEffect, useState, type ReactNode } from 'react';

import type { ThingRecord } from '#api/things.ts';
import { useNames } from '#api/useNames.ts';
import { absent } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { CodeName } from '#ui/CodeName.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Link } from '#ui/Link.tsx';

import { codeIn } from '../codeIn.ts';
import { fieldSections } from '../fieldSections.ts';
import { thingFields, type ThingField } from '../thingFields.ts';
import { fieldValue } from '../ThingValue.tsx';
import { SectionHeading } from './SectionHeading.tsx';

import styles from './ThingView.module.css';

interface ThingSectionsProps {
  thing: ThingRecord;
  /** Rendered above the location fields. */
  location?: ReactNode;
}

/** The known fields of one SIM, grouped by topic. */
export function ThingSections({ thing, location }: ThingSectionsProps) {
  const nameOf = useNames(thingFields.map(({ id }) => codeIn(id, thing)));
  const nameIn = (fieldId: string) => {
    const code = codeIn(fieldId, thing);
    return nameOf && code !== undefined && <CodeName name={nameOf(code)} keepsLine />;
  };
  return fieldSections.map(({ id: section, label }) => (
    <section key={section} aria-label={label} className={styles.section}>
      <SectionHeading>{label}</SectionHeading>
      {section === 'location' && location}
      <dl className={styles.facts}>
        {thingFields
          .filter((field) => field.section === section)
          .map((field) => (
            <div key={`${field.id} ${field.label}`}>
              <dt>{field.label}</dt>
              <dd>
                <FactValue field={field} thing={thing} />
                {nameIn(field.id)}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  ));
}

function FactValue({ field, thing }: { field: ThingField; thing: ThingRecord }) {
  const value = field.read(thing);
  const shown = fieldValue(field.kind, value);
  if (field.id === 'ThingsGroupName' && thing.ThingsGroupId !== undefined) {
    const name = shown === absent ? thing.ThingsGroupId : shown;
    return <Link to={paths.group(thing.ThingsGroupId)}>{name}</Link>;
  }
  if (field.kind !== 'identifier' || typeof value !== 'string' || value === '') return shown;
  return (
    <span className={styles.identifier}>
      {shown}
      {field.id === 'MSISDN' && <PhoneNumber msisdn={value} />}
      <CopyButton text={value} label="Copy" name={`Copy ${field.label}`} />
    </span>
  );
}

/** The number in international format, if it is valid in its country's numbering plan (E.164). */
function PhoneNumber({ msisdn }: { msisdn: string }) {
  const [formatted, setFormatted] = useState<{ readonly msisdn: string; readonly text: string }>();

  useEffect(() => {
    let isStale = false;
    async function format() {
      const { parsePhoneNumberFromString } = await import('libphonenumber-js/min');
      const number = parsePhoneNumberFromString(`+${msisdn.replace(/^(?:\+|00)/, '')}`);
      if (!isStale && number) setFormatted({ msisdn, text: number.formatInternational() });
    }
    // If the library cannot be loaded, the plain digits remain.
    format().catch(() => undefined);
    return () => {
      isStale = true;
    };
  }, [msisdn]);

  if (formatted?.msisdn !== msisdn) return null;
  return <span className={styles.written}>{formatted.text}</span>;
}

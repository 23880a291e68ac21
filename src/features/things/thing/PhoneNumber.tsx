import { useEffect, useState } from 'react';

import styles from './ThingView.module.css';

/** The number as people write it, where it is one by the numbering plan of its country (E.164). */
export function PhoneNumber({ msisdn }: { msisdn: string }) {
  const [written, setWritten] = useState<{ readonly msisdn: string; readonly text: string }>();

  useEffect(() => {
    let isGone = false;
    async function write() {
      const { parsePhoneNumberFromString } = await import('libphonenumber-js/min');
      const number = parsePhoneNumberFromString(`+${msisdn.replace(/^(?:\+|00)/, '')}`);
      if (!isGone && number) setWritten({ msisdn, text: number.formatInternational() });
    }
    // Without it the digits still stand there.
    write().catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [msisdn]);

  if (written?.msisdn !== msisdn) return null;
  return <span className={styles.written}>{written.text}</span>;
}

import type { ThingRecord } from '#api/things.ts';
import { CopyButton } from '#ui/CopyButton.tsx';

import type { KnownGroup } from './knownGroup.ts';
import { thingMessages as messages } from './thingMessages.ts';
import { ticketText } from './ticketText.ts';
import { whyNoService, type LineKind } from './whyNoService.ts';

import styles from './WhyNoService.module.css';

interface WhyNoServiceProps {
  thing: ThingRecord;
  /** The SIM's group, where it is known already. */
  known: KnownGroup | undefined;
  read: { readonly at: number; readonly requestId: string };
}

/** What the record shows of why the SIM might have no service, each line marked by how sure it is. */
export function WhyNoService({ thing, known, read }: WhyNoServiceProps) {
  const lines = whyNoService(thing, known, read.at);
  return (
    <section aria-label={messages.why} className={styles.card}>
      <h3>{messages.why}</h3>
      <p className={styles.lead}>{messages.whyLead}</p>
      <ul className={styles.lines}>
        {lines.map(({ kind, text, against }) => (
          <li key={text} className={styles.line} data-against={against}>
            <span className={styles.kind} data-kind={kind}>
              <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
                <path d={icons[kind]} fill="none" stroke="currentColor" strokeWidth="1.8" />
              </svg>
              {messages.kinds[kind]}
            </span>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <div>
        <CopyButton text={ticketText(thing, known, read)} label={messages.copyTicket} />
      </div>
    </section>
  );
}

const icons: Readonly<Record<LineKind, string>> = {
  fact: 'M3 8.500l3.500 3.500L13 4.500',
  hint: 'M8 2l6.500 12h-13zM8 6.500v4M8 12v.8',
  unknown:
    'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12M6.300 6.700a1.700 1.700 0 1 1 2.600 1.400C8.200 8.500 8 8.900 8 9.500M8 11.200v.4',
};

import { describe, expect, it } from 'vitest';

import { gateFor, opens } from './ConfirmGate.tsx';

const name = 'Parcel Vans';

describe('the text to type before a lock is sent', () => {
  it('is empty if no SIM would lose service', () => {
    expect(gateFor({ kind: 'complete', losing: 0, read: 9 }, name)).toEqual({ kind: 'open' });
  });

  it('is the number of SIMs that would lose service', () => {
    const gate = gateFor({ kind: 'complete', losing: 1234, read: 2000 }, name);
    expect(gate).toEqual({ kind: 'number', text: '1234' });
    for (const typed of ['1234', ' 1,234 ', '1 234']) expect(opens(gate, typed)).toBe(true);
    for (const typed of ['', '123', '01234', '1234 SIMs', name]) {
      expect(opens(gate, typed)).toBe(false);
    }
  });

  it.each(['partial', 'cancelled'] as const)('is the name after a %s preview', (kind) => {
    const gate = gateFor({ kind, losing: 0, read: 5 }, name);
    expect(gate).toEqual({ kind: 'name', text: name });
    expect(opens(gate, ' Parcel Vans ')).toBe(true);
    for (const typed of ['', 'parcel vans', '0', '5']) expect(opens(gate, typed)).toBe(false);
  });

  it('is the name as the screen shows it, or as it is stored', () => {
    for (const text of ['Parcel  Vans', 'Parcel\u00A0Vans', 'Parcel\u200B Vans']) {
      for (const typed of [name, text]) expect(opens({ kind: 'name', text }, typed)).toBe(true);
      expect(opens({ kind: 'name', text }, 'ParcelVans')).toBe(false);
    }
    for (const text of ['', ' ', '\u200B', '\u3164', '\u2800']) {
      for (const typed of ['', text]) expect(opens({ kind: 'name', text }, typed)).toBe(false);
    }
  });

  it('keeps the gate closed while the SIMs are being read', () => {
    const gate = gateFor(undefined, name);
    expect(gate).toEqual({ kind: 'reading' });
    expect(opens(gate, name)).toBe(false);
  });
});

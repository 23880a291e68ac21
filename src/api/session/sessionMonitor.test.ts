import { describe, expect, it } from 'vitest';

import type { TabLine } from '../tabs.ts';
import { createSessionMonitor } from './sessionMonitor.ts';

/** Lines that reach each other at once, as the tabs of one browser. */
function connectedLines(count: number): readonly TabLine[] {
  const ears: ((news: unknown) => void)[][] = Array.from({ length: count }, () => []);
  return ears.map((own) => ({
    listen: (hear) => own.push(hear),
    tell(news) {
      for (const others of ears) {
        if (others !== own) for (const hear of others) hear(structuredClone(news));
      }
    },
  }));
}

function tabs(count: number, username: string | null = 'writer') {
  const monitors = connectedLines(count).map((line) => createSessionMonitor(line));
  if (username !== null) for (const monitor of monitors) monitor.found(username);
  return { monitors, phases: () => monitors.map((monitor) => monitor.phase()) };
}

describe('what the tabs of one browser know of their session', () => {
  it('T16: a tab whose call was refused asks for a sign-in; the others find out by themselves', () => {
    const { monitors, phases } = tabs(2);
    monitors[0]?.ended();
    expect(phases()).toEqual(['over', 'live']);
  });

  it('T16: signing in again as the same user brings every tab back', () => {
    const { monitors, phases } = tabs(3);
    monitors[0]?.ended();
    monitors[1]?.ended();
    monitors[1]?.signedIn('writer');
    expect(phases()).toEqual(['live', 'live', 'live']);
  });

  it('T17: signing in as somebody else is told to every tab, this one too', () => {
    const { monitors, phases } = tabs(3);
    monitors[0]?.ended();
    monitors[0]?.signedIn('admin');
    expect(phases()).toEqual(['otherUser', 'otherUser', 'otherUser']);
  });

  it('T17: a page that was made for the new user begins anew, unless that is history, too', () => {
    const { monitors, phases } = tabs(2);
    monitors[0]?.signedIn('admin');
    expect(monitors[1]?.beginAnew('writer')).toBe(false);
    expect(monitors[0]?.beginAnew('admin')).toBe(true);
    expect(phases()).toEqual(['live', 'otherUser']);
    monitors[0]?.ended();
    monitors[0]?.signedIn('admin');
    expect(phases()[0]).toBe('live');
    monitors[0]?.signedIn('writer');
    expect(phases()[0]).toBe('otherUser');
  });

  it('T18: signing out is told to every tab', () => {
    const { monitors, phases } = tabs(5);
    monitors[2]?.signedOut();
    expect(phases()).toEqual(Array.from({ length: 5 }, () => 'signedOut'));
  });

  it('leaves a tab alone that shows the sign-in page', () => {
    const { monitors, phases } = tabs(2, null);
    monitors[0]?.signedIn('writer');
    expect(phases()).toEqual(['live', 'live']);
  });

  it('a refused call after signing out opens no dialog', () => {
    const { monitors, phases } = tabs(1);
    monitors[0]?.signedOut();
    monitors[0]?.ended();
    expect(phases()).toEqual(['signedOut']);
  });

  it('ignores what it does not understand', () => {
    const [line, other] = connectedLines(2);
    const monitor = createSessionMonitor(line);
    monitor.found('writer');
    for (const news of [null, 7, 'signedOut', {}, { kind: 'signedIn' }, { kind: 'boom' }]) {
      other?.tell(news);
    }
    expect(monitor.phase()).toBe('live');
  });

  it('T12: a sign-in that a person asked for in place is heard by every tab, and closes the question', () => {
    const { monitors, phases } = tabs(2);
    const heard: number[] = [];
    for (const [index, monitor] of monitors.entries()) {
      monitor.onSignIn(() => heard.push(index));
      monitor.openSignIn();
    }
    monitors[1]?.closeSignIn();
    expect(monitors.map((monitor) => monitor.isSignInOpen())).toEqual([true, false]);
    monitors[0]?.signedIn('writer');
    expect(monitors.map((monitor) => monitor.isSignInOpen())).toEqual([false, false]);
    expect(heard.toSorted()).toEqual([0, 1]);
    expect(phases()).toEqual(['live', 'live']);
  });

  it('T23: a session that was renewed in vain is told apart from others that are over', () => {
    const { monitors } = tabs(1);
    monitors[0]?.ended(true);
    expect(monitors[0]?.wasUseless()).toBe(true);
    monitors[0]?.signedIn('writer');
    monitors[0]?.ended();
    expect(monitors[0]?.wasUseless()).toBe(false);
  });
});

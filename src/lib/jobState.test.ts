import { expect, it } from 'vitest';

import { nextJobState, type JobEvent, type JobState } from './jobState.ts';

type State = JobState<number, string, Error>;
type Event = JobEvent<number, string, Error>;

const idle: State = { step: 'idle' };
const running: State = { step: 'running', progress: 100, isCancelled: false };
const stopped: State = { step: 'stopped', progress: 100, isCancelled: true, error: undefined };
const done: State = { step: 'done', result: 'a file' };

it('the steps of a job continue counting after a stop', () => {
  expect(nextJobState(stopped, { type: 'resumed' })).toEqual(running);
});

it.each<Event>([
  { type: 'progressed', progress: 101 },
  { type: 'cancelled' },
  { type: 'stopped', progress: 101, error: undefined },
  { type: 'ended', result: 'another file' },
])('the steps of a job ignore events after the end: $type', (late) => {
  for (const state of [idle, stopped, done]) expect(nextJobState(state, late)).toBe(state);
});

it('the steps of a job start once, and resume only after a stop', () => {
  const started = nextJobState(idle, { type: 'started', progress: 0 });
  expect(started).toEqual({ step: 'running', progress: 0, isCancelled: false });
  expect(nextJobState(started, { type: 'resumed' })).toBe(started);
  expect(nextJobState(started, { type: 'started', progress: 7 })).toBe(started);
  expect(nextJobState(started, { type: 'closed' })).toBe(started);
  for (const state of [idle, done]) expect(nextJobState(state, { type: 'resumed' })).toBe(state);
});

it('the steps of a job keep their progress and stop reason until they are closed or start again', () => {
  const error = new Error('refused');
  const cancelled = nextJobState(running, { type: 'cancelled' });
  expect(cancelled).toEqual({ ...running, isCancelled: true });
  expect(nextJobState(cancelled, { type: 'cancelled' })).toBe(cancelled);
  expect(nextJobState(cancelled, { type: 'stopped', progress: 120, error })).toEqual({
    step: 'stopped',
    progress: 120,
    isCancelled: true,
    error,
  });
  expect(nextJobState(stopped, { type: 'closed' })).toEqual(idle);
  expect(nextJobState(done, { type: 'started', progress: 0 }).step).toBe('running');
});

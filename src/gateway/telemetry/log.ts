/** A value of a log line. */
export type LogValue = string | number | boolean | null | undefined;

/** What a log line may hold: nothing of it may come from a query or a secret header. */
export type LogFields = Readonly<Record<string, LogValue | Readonly<Record<string, LogValue>>>>;

/** @param event what happened, in a few words that never change */
export type Log = (event: string, fields?: LogFields) => void;

/** One JSON object a line; JSON's own escapes keep a line break in a value from making a new line. */
export function createLog(write: (line: string) => void, now: () => number): Log {
  return (event, fields = {}) => {
    write(`${JSON.stringify({ time: new Date(now()).toISOString(), event, ...fields })}\n`);
  };
}

/** For tests and for the development server. */
export const silentLog: Log = () => {};

/** Where an error came from, without its message, which may quote an address or a body. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { error: error.name, code, stack: frames?.map((line) => line.trim()).join(' < ') };
}

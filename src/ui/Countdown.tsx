import { useEffect, useState } from 'react';

/** The whole seconds until `until` (milliseconds since the epoch), counted down to zero. */
export function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return <>{Math.max(0, Math.ceil((until - now) / 1_000))} s</>;
}

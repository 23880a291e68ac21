import { useEffect, useState } from 'react';

/** The time until `until` (milliseconds since the epoch) as "in n s", counted down to "now". */
export function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((until - now) / 1_000);
  return seconds > 0 ? `in ${seconds} s` : 'now';
}

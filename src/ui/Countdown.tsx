import { useEffect, useState } from 'react';

/**
 * The time until `until` (milliseconds since the epoch) as "in n s", counted down to "now". A running timer is not
 * announced (WAI-ARIA 1.2, timer), even inside an announced notice.
 */
export function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((until - now) / 1_000);
  return (
    // The gateway may have rendered it shortly before the browser does.
    <span role="timer" suppressHydrationWarning>
      {seconds > 0 ? `in ${seconds} s` : 'now'}
    </span>
  );
}

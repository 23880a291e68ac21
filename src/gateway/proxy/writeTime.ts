import { renewalWaitMs, serviceTimeoutMs } from '#api/tokens/tokenEngine.ts';

import { storeTimeoutMs } from '../db/engine.ts';
import { catchUpMs } from '../http/customerQueues.ts';

/** A change is recorded before it is sent, and its outcome before the response is forwarded. */
const recordingMs = catchUpMs + 2 * storeTimeoutMs;

/**
 * The longest time from the arrival of a write's body to its response: recording it, waiting for a renewal, and the
 * service's time limit, which applies once even if the write is repeated after a 401. Proxies must wait longer.
 */
export const longestWriteMs = recordingMs + renewalWaitMs.write + serviceTimeoutMs;

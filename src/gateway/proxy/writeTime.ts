import { renewalWaitMs, serviceTimeoutMs } from '#api/tokens/tokenEngine.ts';

import { storeTimeoutMs } from '../db/engine.ts';
import { catchUpMs } from '../http/customerQueues.ts';

/** A change is written before it is sent, and its outcome before the response is passed on. */
const recordingMs = catchUpMs + 2 * storeTimeoutMs;

/**
 * The longest time until a write is answered, once its body has arrived: recording, waiting for a renewal, and the
 * service's time limit, which applies once even if the write is sent again after a 401. Proxies must wait longer.
 */
export const longestWriteMs = recordingMs + renewalWaitMs.write + serviceTimeoutMs;

import * as z from 'zod/mini';

import { commaList } from './parameters.ts';

export const namesPath = '/records/names';

/** The largest number of codes in one parameter, which keeps a call's address below 2 kB. */
export const maxCodes = 100;

/** Country code and network code; both are text, because 262-01 and 262-001 are different networks (E.212). */
export const networkCode = /^\d{3}-\d{1,3}$/;
/** A type allocation code, which identifies a device model. */
export const tacCode = /^\d{8}$/;

/** Parameters of `GET /records/names`, both optional. */
export const namesParameters = {
  networks: commaList(maxCodes, 'network codes such as 262-01', (code) => networkCode.test(code)),
  tacs: commaList(maxCodes, 'TACs of 8 digits', (code) => tacCode.test(code)),
};

// Not z.record, whose code would be loaded with the first page.
const byCode = z.catchall(z.object({}), z.string());

/** Response to `GET /records/names`: the names of these codes, by code; a code without a name is missing. */
export const namesAnswer = z.object({ networks: byCode, models: byCode });
export type NamesAnswer = z.infer<typeof namesAnswer>;

import type { ApiError } from '#api/errors.ts';

import type { Baseline } from '../editor/groupForm.ts';

/** What reading the group again showed after the service had accepted a change. */
export type Confirmation =
  | 'saved'
  /** All that is reported fits, but not all that was sent is reported. */
  | 'unconfirmed'
  | 'different'
  /** The group is not in the list any more. */
  | 'goneAfter'
  | 'otherGroup'
  | 'notReRead';

/** How a save ended; a refusal by the service is thrown as its ApiError. */
export type SaveOutcome =
  /** Nothing was sent: the group is not in the list any more. */
  | { readonly kind: 'gone' }
  /** Nothing was sent: the person called it off while it waited. */
  | { readonly kind: 'cancelled' }
  /**
   * What is stored is not what the person decided on. Nothing was sent, unless there is an error: the
   * service refused it as a conflict, or gave no word and now has neither the former nor the new values.
   */
  | { readonly kind: 'changed'; readonly stored: Baseline; readonly error?: ApiError }
  /** Nothing was sent: only the date of the last change differs. */
  | { readonly kind: 'touched'; readonly stored: Baseline }
  /** Sent and accepted; `result` says what reading it again showed, `stored` what that was. */
  | {
      readonly kind: 'accepted';
      readonly result: Confirmation;
      readonly stored?: Baseline | undefined;
    }
  /** Sent, no word came back, and reading the group again shows it as it was. */
  | { readonly kind: 'notSaved'; readonly error: ApiError }
  /**
   * Sent, no word came back, and nothing tells whether it was stored: the group could not be read again,
   * is not listed any more, or does not report enough, with or without another date of change.
   */
  | { readonly kind: 'unknown'; readonly error: ApiError; readonly why: 'notRead' | 'gone' }
  | {
      readonly kind: 'unknown';
      readonly error: ApiError;
      readonly why: 'notReported' | 'touched';
      readonly stored: Baseline;
    };

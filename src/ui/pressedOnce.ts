interface Press {
  readonly detail: number;
  readonly key?: string;
  readonly repeat?: boolean;
  preventDefault: () => void;
  stopPropagation: () => void;
}

/**
 * For a control that may mean something else after one press: ends the second click of a double click, and the repeats
 * of a held Enter. They were meant for what was there before, and nobody has read what they would do now.
 */
export const pressedOnce = { onClickCapture: endRepeat, onKeyDownCapture: endRepeat };

function endRepeat(event: Press) {
  if (event.detail > 1 || (event.repeat && event.key === 'Enter')) {
    event.preventDefault();
    event.stopPropagation();
  }
}

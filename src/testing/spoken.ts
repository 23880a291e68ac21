import { virtual } from '@guidepup/virtual-screen-reader';
import { act } from '@testing-library/react';

/** Wrappers of which screen readers say nothing by themselves. */
const silent =
  /^(?:paragraph|rowgroup|strong|code|term|definition|document|status|listitem\b.*|time\b.*|)$/;

/** States that the library spells out and no screen reader says. */
const unsaid =
  /, (?:not disabled|not busy|no defined sort order|orientated vertically|autocomplete in list|\d+ controls?|level 1, position \d+, set size \d+|position \d+, set size \d+|row index \d+)(?=,|$)/g;

/** What differs from run to run. */
const varying: readonly (readonly [RegExp, string])[] = [
  [/\b\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d\b/g, '1 Jan 2026, 12:34'],
  [/\b\d\d:\d\d(:\d\d)?\b/g, '12:34'],
  [/\breq_\w+/g, 'req_…'],
];

const leaf = /^(?:button|link),/;
const tablePart = /^(row|cell|rowheader),/;

/** More phrases than any page has. */
const maxPhrases = 5_000;

/**
 * What a screen reader says from an element's start to its end, one phrase a line: role, name, states. It is
 * the virtual screen reader's log without what real ones leave out (decision 027): ends and silent wrappers,
 * states that are not set, what a button's or link's name says already, and a row's cells as its name.
 */
export async function readAloud(container: Element | undefined): Promise<string> {
  if (!container) throw new Error('There is nothing to read');
  await virtual.start({ container });
  const first = await virtual.lastSpokenPhrase();
  try {
    for (let count = 0, phrase = ''; phrase !== `end of ${first}`; count++) {
      if (count > maxPhrases)
        throw new Error('The reading does not end: give it an element with a role');
      // oxlint-disable-next-line no-await-in-loop -- read one after the other
      phrase = await nextPhrase();
    }
    return asSaid(await virtual.spokenPhraseLog());
  } finally {
    await virtual.stop();
  }
}

async function nextPhrase() {
  await virtual.next();
  return virtual.lastSpokenPhrase();
}

/** What is said while something happens: what gets the focus, and the announcements. */
export async function listenWhile(happening: () => Promise<unknown>): Promise<string> {
  await virtual.start({ container: document.body });
  try {
    await virtual.clearSpokenPhraseLog();
    await happening();
    await act(async () => undefined);
    return asSaid(await virtual.spokenPhraseLog());
  } finally {
    await virtual.stop();
  }
}

/** Whether a phrase has contents: its end comes before the next phrase like it. */
function opens(phrase: string, rest: readonly string[]): boolean {
  const end = rest.indexOf(`end of ${phrase}`);
  const next = rest.indexOf(phrase);
  return end !== -1 && (next === -1 || end < next);
}

function asSaid(log: readonly string[]): string {
  const said: string[] = [];
  let open: string | undefined;
  for (const [index, phrase] of log.entries()) {
    if (open !== undefined) {
      if (phrase === `end of ${open}`) open = undefined;
      continue;
    }
    if (phrase.startsWith('end of ') || silent.test(phrase)) continue;
    const isOpened = opens(phrase, log.slice(index + 1));
    if (isOpened && leaf.test(phrase)) open = phrase;
    const part = isOpened ? tablePart.exec(phrase)?.[1] : undefined;
    said.push(part ?? phrase.replaceAll(unsaid, ''));
  }
  const text = said.join('\n');
  return varying.reduce((rest, [pattern, example]) => rest.replaceAll(pattern, example), text);
}

import type * as TestingLibrary from '@testing-library/dom';

import type { Target } from './target.ts';

declare global {
  interface Window {
    /** @testing-library/dom, loaded into the page by `storyPage.ts`. */
    readonly TestingLibraryDom?: typeof TestingLibrary;
  }
}

/** What a user perceives of an element. */
export interface Facts {
  readonly text: string;
  /** The value of a field; an empty string for other elements. */
  readonly value: string;
  readonly isFocused: boolean;
  readonly isDisabled: boolean;
  /** aria-pressed, aria-expanded, aria-current and aria-invalid, if set. */
  readonly states: Readonly<Record<string, string>>;
}

/** Where to click an element, or why it cannot be clicked right now. */
export type Place = { readonly x: number; readonly y: number } | { readonly reason: string };

export interface Question {
  readonly target: Target;
  readonly ask: 'facts' | 'place';
}

/**
 * Answers a query about the page: the facts of all matches, or the position of the only match. It runs in the page
 * as source text, so it can use nothing outside the function.
 *
 * @returns undefined if the page does not have the library yet
 */
export function inPage({ target, ask }: Question): readonly Facts[] | Place | undefined {
  const library = globalThis.window.TestingLibraryDom;
  if (!library || !document.body) return undefined;

  function find(wanted: Target): HTMLElement[] {
    const root = wanted.within ? find(wanted.within)[0] : document.body;
    if (!library || !root) return [];
    const { text } = wanted;
    const matcher = typeof text === 'object' ? new RegExp(text.source, text.flags) : text;
    if (wanted.by === 'role') {
      const options = matcher === undefined ? {} : { name: matcher };
      return library.queryAllByRole(root, wanted.role ?? '', options);
    }
    const found =
      wanted.by === 'label'
        ? library.queryAllByLabelText(root, matcher ?? '')
        : library.queryAllByText(root, matcher ?? '');
    return found.filter((element) => element.checkVisibility({ visibilityProperty: true }));
  }

  function factsOf(element: HTMLElement): Facts {
    const value: unknown = Reflect.get(element, 'value');
    const states: Record<string, string> = {};
    for (const name of ['pressed', 'expanded', 'current', 'invalid']) {
      const state = element.getAttribute(`aria-${name}`);
      if (state !== null) states[name] = state;
    }
    return {
      text: element.innerText.replaceAll(/\s+/g, ' ').trim(),
      value: typeof value === 'string' ? value : '',
      isFocused: document.activeElement === element,
      isDisabled: element.matches(':disabled, [aria-disabled="true"]'),
      states,
    };
  }

  function placeOf(elements: readonly HTMLElement[]): Place {
    const [element] = elements;
    if (!element) return { reason: 'is not there' };
    if (elements.length > 1) return { reason: `is there ${elements.length} times` };
    if (element.matches(':disabled')) return { reason: 'is disabled' };
    const middle = () => {
      const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
      return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
    };
    const cover = () => {
      const { x, y } = middle();
      const hit = document.elementFromPoint(x, y);
      const isHit = hit && (element.contains(hit) || hit.closest('label')?.control === element);
      return isHit === true
        ? undefined
        : `${x}, ${y} is ${hit?.outerHTML.slice(0, 200) ?? 'outside'}`;
    };
    if (cover() !== undefined) {
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    }
    const reason = cover();
    return reason === undefined ? middle() : { reason };
  }

  const found = find(target);
  return ask === 'facts' ? found.map(factsOf) : placeOf(found);
}

import { isObject } from './isObject.ts';

/**
 * The items of a list as texts, each read by itself: a text, or an object's text under this name. Any other item
 * is shown unchanged, as JSON, so that it neither hides the others nor is hidden.
 */
export function listTexts(items: readonly unknown[], name = ''): readonly string[] {
  return items.flatMap((item) => {
    // They say nothing.
    if (item === null || item === '') return [];
    const text = isObject(item) ? item[name] : item;
    return typeof text === 'string' && text !== '' ? text : JSON.stringify(item);
  });
}

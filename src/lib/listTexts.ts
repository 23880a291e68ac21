import { isObject } from './isObject.ts';

/**
 * The items of a list as text, each read separately: the item itself, or an object's text under this name. Any other
 * item is shown as JSON, so that it is visible and does not hide the others.
 */
export function listTexts(items: readonly unknown[], name = ''): readonly string[] {
  return items.flatMap((item) => {
    // Empty items carry no information.
    if (item === null || item === '') return [];
    const text = isObject(item) ? item[name] : item;
    return typeof text === 'string' && text !== '' ? text : JSON.stringify(item);
  });
}

import { isObject } from '#lib/isObject.ts';

import type { SandboxOptions } from '../options.ts';

/**
 * The items of a list within a record, in the form that the option sets.
 *
 * @param name the field of an item that identifies it
 */
export function listItems(
  form: SandboxOptions['listItems'],
  items: readonly unknown[],
  name: string,
): readonly unknown[] {
  if (form === 'objects') return items;
  const objects = items.filter(isObject);
  const texts = objects.map((item) => item[name]);
  if (form === 'texts') return texts;
  // The first item unchanged, then items in other forms.
  const { [name]: text = 'Text_1', ...rest } = objects[0] ?? {};
  return [...items.slice(0, 1), rest, { Label: text }, texts[1] ?? 'Text_2', 7, null];
}

import { isObject } from '#lib/isObject.ts';

import type { SandboxOptions } from '../options.ts';

/**
 * The items of a list within a record, as the option wants them on the wire.
 *
 * @param name the field of an item that tells what it is
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
  // The first one as it is, and then in other ways.
  const { [name]: text = 'Text_1', ...rest } = objects[0] ?? {};
  return [...items.slice(0, 1), rest, { Label: text }, texts[1] ?? 'Text_2', 7, null];
}

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
  const texts = items.map((item) => Object(item)[name] as unknown);
  if (form === 'texts') return texts;
  // Each record has one of each: its first item as it is, the others in other ways.
  const [first] = items;
  const rest = Object.fromEntries(Object.entries(Object(first)).filter(([key]) => key !== name));
  const [text = 'Text_1'] = texts;
  return [...items.slice(0, 1), rest, { Label: text }, texts[1] ?? 'Text_2', 7, null];
}

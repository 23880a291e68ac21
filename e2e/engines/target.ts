import type { ByRoleMatcher } from '@testing-library/dom';

/** A text to equal, or a pattern, in a form that reaches the page as JSON. */
type Text = string | { readonly source: string; readonly flags: string };

/** A control or text, in the words of a person. */
export interface Target {
  readonly by: 'role' | 'label' | 'text';
  readonly role?: ByRoleMatcher;
  readonly text?: Text;
  readonly within?: Target;
}

interface Options {
  /** Searches only inside the first of these. */
  readonly within?: Target;
}

/** Things of a role, and with this accessible name if one is given. */
export function role(kind: ByRoleMatcher, name?: string | RegExp, options: Options = {}): Target {
  return { by: 'role', role: kind, ...(name !== undefined && { text: asText(name) }), ...options };
}

/** A field by its label; for fields without a role, such as a password. */
export function label(name: string | RegExp, options: Options = {}): Target {
  return { by: 'label', text: asText(name), ...options };
}

/** Elements whose own text is this. */
export function text(content: string | RegExp, options: Options = {}): Target {
  return { by: 'text', text: asText(content), ...options };
}

/** A target in words, for messages. */
export function describe(target: Target): string {
  const { by, within, role: kind = by, text: wanted } = target;
  const name = typeof wanted === 'object' ? `/${wanted.source}/` : `“${wanted ?? ''}”`;
  const where = within ? ` in ${describe(within)}` : '';
  return `${String(kind)}${wanted === undefined ? '' : ` ${name}`}${where}`;
}

function asText(value: string | RegExp): Text {
  return typeof value === 'string' ? value : { source: value.source, flags: value.flags };
}

import type { ByRoleMatcher } from '@testing-library/dom';

/** An exact string or a pattern, in a form that can be sent to the page as JSON. */
type Text = string | { readonly source: string; readonly flags: string };

/** A control or text, as a user would describe it. */
export interface Target {
  readonly by: 'role' | 'label' | 'text';
  readonly role?: ByRoleMatcher;
  readonly text?: Text;
  readonly within?: Target;
}

interface Options {
  /** Searches only inside the first match of this target. */
  readonly within?: Target;
}

/** Elements with a role, and with an accessible name if `name` is set. */
export function role(kind: ByRoleMatcher, name?: string | RegExp, options: Options = {}): Target {
  return { by: 'role', role: kind, ...(name !== undefined && { text: asText(name) }), ...options };
}

/** A field found by its label; for fields without a role, such as a password. */
export function label(name: string | RegExp, options: Options = {}): Target {
  return { by: 'label', text: asText(name), ...options };
}

/** Elements whose own text, without that of their descendants, matches. */
export function text(content: string | RegExp, options: Options = {}): Target {
  return { by: 'text', text: asText(content), ...options };
}

/** A description of a target, for messages. */
export function describe(target: Target): string {
  const { by, within, role: kind = by, text: wanted } = target;
  const name = typeof wanted === 'object' ? `/${wanted.source}/` : `“${wanted ?? ''}”`;
  const where = within ? ` in ${describe(within)}` : '';
  return `${String(kind)}${wanted === undefined ? '' : ` ${name}`}${where}`;
}

function asText(value: string | RegExp): Text {
  return typeof value === 'string' ? value : { source: value.source, flags: value.flags };
}

import { createContext, use, type ReactNode } from 'react';

/** The heading level of a Thing's sections, below the heading of its page or of its panel beside the list. */
export const SectionLevel = createContext<2 | 3>(2);

export function SectionHeading({ id, children }: { id?: string; children: ReactNode }) {
  return use(SectionLevel) === 2 ? <h2 id={id}>{children}</h2> : <h3 id={id}>{children}</h3>;
}

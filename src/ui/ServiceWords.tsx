/**
 * Quotes the service, word for word. In which language is not known: an empty `lang` says so, and the words are
 * not read out as if they were English (WCAG 3.1.2).
 */
export function ServiceWords({ children }: { children: string }) {
  return (
    <>
      The service said: <span lang="">{children}</span>{' '}
    </>
  );
}

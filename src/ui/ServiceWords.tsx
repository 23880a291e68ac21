/**
 * Quotes the service word for word. Its language is not known, which an empty `lang` says, so that a screen reader
 * does not read the words as if they were English (WCAG 3.1.2).
 */
export function ServiceWords({ children }: { children: string }) {
  return (
    <>
      The service said: <span lang="">{children}</span>{' '}
    </>
  );
}

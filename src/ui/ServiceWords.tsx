const lead = 'The service said: ';

/**
 * Quotes the service word for word. Its language is not known, which an empty `lang` says, so that a screen reader
 * does not read the words as if they were English (WCAG 3.1.2).
 */
export function ServiceWords({ children }: { children: string }) {
  return (
    <>
      {lead}
      <Marked>{children}</Marked>{' '}
    </>
  );
}

/** A message of the service that stands alone, such as the one below the field that it is about. */
export function Marked({ children }: { children: string }) {
  return <span lang="">{children}</span>;
}

/**
 * A text that is also copied and kept, with the quote in it marked.
 *
 * @param quote what follows "The service said: " in the text
 */
export function QuotingText({ text, quote }: { text: string; quote: string | undefined }) {
  const index = quote === undefined ? -1 : text.indexOf(`${lead}${quote}`);
  if (quote === undefined || index === -1) return text;
  const start = index + lead.length;
  return (
    <>
      {text.slice(0, start)}
      <Marked>{quote}</Marked>
      {text.slice(start + quote.length)}
    </>
  );
}

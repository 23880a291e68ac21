const lead = 'The service said: ';

/**
 * Quotes the service word for word. The empty `lang` marks an unknown language, so that a screen reader does not read
 * the words as English (WCAG 3.1.2).
 */
export function ServiceWords({ children }: { children: string }) {
  return (
    <>
      {lead}
      <Marked>{children}</Marked>
    </>
  );
}

/** What separates the service's words from the next sentence: few services end theirs with a full stop. */
export const stopAfter = (words: string): string =>
  /\p{Sentence_Terminal}['"”’)]*$/u.test(words) ? '' : '.';

/** A standalone message from the service, such as an error below its field. */
export function Marked({ children }: { children: string }) {
  return <span lang="">{children}</span>;
}

/**
 * Marks the quote in a string, which is plain text because it is also copied and stored.
 *
 * @param quote the part after "The service said: " in the text
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

import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { ErrorNotice } from './ErrorNotice.tsx';
import { QuotingText } from './ServiceWords.tsx';
import { WaitNotice } from './WaitNotice.tsx';

const wording = {
  title: 'Could not load the Things.',
  serviceMessage: 'Zugriff verweigert',
  advice: 'Ask an administrator.',
  requestId: 'r-1',
};

describe('the service’s words', () => {
  it.each([
    ['a failure', <ErrorNotice key="failure" {...wording} />],
    ['a wait', <WaitNotice key="wait" wording={wording} until={Date.now() + 60_000} />],
  ])('WCAG 3.1.2: are marked as being in an unknown language, in %s', (_, notice) => {
    render(notice);
    expect(screen.getByText('Zugriff verweigert')).toHaveAttribute('lang', '');
    expect(screen.getByText(/The service said:/)).not.toHaveAttribute('lang');
  });

  it('are the only part that is marked in text that quotes them', () => {
    const text = 'Could not lock it. The service said: it. Request ID r-1';
    const { container } = render(<QuotingText text={text} quote="it" />);
    expect(container).toHaveTextContent(text);
    expect(container.innerHTML).toBe(text.replace(': it', ': <span lang="">it</span>'));
  });

  it('are not marked in text without a quote', () => {
    const { container } = render(<QuotingText text="Nothing was sent." quote={undefined} />);
    expect(container.innerHTML).toBe('Nothing was sent.');
  });
});

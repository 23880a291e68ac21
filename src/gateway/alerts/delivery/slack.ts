import type { AlertNotice } from '#contract/alerts.ts';

import { type ConsoleAddress, fitting, messageWords, type MessageWords } from './messageWords.ts';

/**
 * The body for a Slack incoming webhook. Blocks show text literally, so no name can format or mention anything.
 * `text` is what notifications show, and what services without support for blocks show.
 */
export function slackBody(whole: AlertNotice, address: ConsoleAddress): string {
  return fitting(whole, (notice, more) => {
    const words = messageWords(notice, address, more);
    const section = (...elements: readonly object[]) => ({ type: 'rich_text_section', elements });
    const link = (url: string, text: string) => ({ type: 'link', url, text });
    const elements = [
      section({ type: 'text', text: words.title, style: { bold: true } }),
      ...words.paragraphs.map(({ lines, url }) =>
        section(
          { type: 'text', text: `${lines.join('\n')}\n` },
          ...(url === null ? [] : [link(url, 'Show the SIMs')]),
        ),
      ),
      section(link(words.url, 'Show all alerts')),
    ];
    return JSON.stringify({ text: fallbackText(words), blocks: [{ type: 'rich_text', elements }] });
  });
}

function fallbackText({ title, paragraphs, url }: MessageWords): string {
  const lines = paragraphs.flatMap((paragraph) => paragraph.lines);
  return [...[title, ...lines].map(escaped), `<${url}>`].join('\n');
}

/** Slack's three escapes; a word joiner prevents mentions such as @channel in other services. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '@\u2060');
}

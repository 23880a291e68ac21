import type { AlertNotice } from '#contract/alerts.ts';

import { type ConsoleAddress, fitting, messageWords } from './messageWords.ts';

/**
 * The body for Workflows in Microsoft Teams: an Adaptive Card. Its text is in `RichTextBlock`, which has no Markdown,
 * unlike `TextBlock`, so no name can format or link anything.
 */
export function teamsBody(whole: AlertNotice, address: ConsoleAddress): string {
  return fitting(whole, (notice, more) => {
    const { title, paragraphs, url } = messageWords(notice, address, more);
    const content = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      body: [
        block(title, { weight: 'Bolder', size: 'Medium' }),
        ...paragraphs.flatMap((paragraph) => [
          ...paragraph.lines.map((line) => block(line)),
          ...(paragraph.url === null
            ? []
            : [
                block('Show the SIMs', {
                  selectAction: { type: 'Action.OpenUrl', url: paragraph.url },
                }),
              ]),
        ]),
      ],
      actions: [{ type: 'Action.OpenUrl', title: 'Show all alerts', url }],
      msteams: { width: 'Full' },
    };
    const contentType = 'application/vnd.microsoft.card.adaptive';
    return JSON.stringify({
      type: 'message',
      attachments: [{ contentType, contentUrl: null, content }],
    });
  });
}

function block(text: string, style: object = {}) {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, ...style }] };
}

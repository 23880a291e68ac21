import { PassThrough, type Transform } from 'node:stream';
import { createGzip } from 'node:zlib';

import { type FirstAnswer, firstAnswerAttribute } from '#contract/firstAnswers.ts';

import type { Encoding } from './compression.ts';

/**
 * Where the data blocks belong: behind everything else. The script is async, since a deferred one waits until
 * the whole page has come, and stands behind the element that it draws into.
 */
export function splitPage(html: string): { readonly head: string; readonly tail: string } {
  const script = /<script type="module"[^>]*><\/script>/.exec(html)?.[0] ?? '';
  const asynchronous = script.replace('type="module"', 'type="module" async');
  const [head = '', tail = ''] = html.replace(script, '').split('</body>');
  return { head: `${head}${asynchronous}\n`, tail: `</body>${tail}` };
}

/** The line break behind it tells the page that the block has come as a whole. */
export function block(address: string, answer: FirstAnswer): string {
  const json = JSON.stringify(answer).replaceAll('<', String.raw`\u003c`);
  const name = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<script type="application/json" ${firstAnswerAttribute}="${name}">${json}</script>\n`;
}

/** What is known is on its way before the rest is asked for, compressed or not. */
export function streamed(
  [head, tail]: readonly [head: string, tail: string],
  parts: AsyncIterable<string>,
  encoding: Encoding,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = createEncoder(encoding);
  async function write() {
    encoder.stream.write(head);
    encoder.flush();
    for await (const part of parts) {
      encoder.stream.write(part);
      encoder.flush();
    }
  }
  // Without its data blocks the page asks for itself.
  void write()
    .catch(onError)
    .finally(() => encoder.stream.end(tail));
  return new ReadableStream<Uint8Array>({
    start(controller) {
      encoder.stream
        .on('data', (chunk: Uint8Array) => controller.enqueue(chunk))
        .on('end', () => controller.close())
        .on('error', onError);
    },
    cancel: () => void encoder.stream.destroy(),
  });
}

/** Not Brotli, whose encoder takes a megabyte for each page that is on its way. */
function createEncoder(encoding: Encoding): { readonly stream: Transform; flush(): void } {
  if (encoding === 'identity') return { stream: new PassThrough(), flush: () => {} };
  const stream = createGzip();
  return { stream, flush: () => stream.flush() };
}

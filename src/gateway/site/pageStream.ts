import { PassThrough, type Transform } from 'node:stream';
import { createGzip } from 'node:zlib';

import { type FirstAnswer, firstAnswerAttribute } from '#contract/firstAnswers.ts';

import type { Encoding } from './compression.ts';

/**
 * Splits the page where the data blocks belong: at its end. The script is async, because a deferred script waits for
 * the whole page, and it comes after the element that it renders into.
 */
export function splitPage(html: string): {
  readonly head: string;
  readonly script: string;
  readonly tail: string;
} {
  const script = /<script type="module"[^>]*><\/script>/.exec(html)?.[0] ?? '';
  const asynchronous = script.replace('type="module"', 'type="module" async');
  const [head = '', tail = ''] = html.replace(script, '').split('</body>');
  return { head, script: `${asynchronous}\n`, tail: `</body>${tail}` };
}

/** A trailing line break tells the page that the block is complete. */
export function block(address: string, answer: FirstAnswer): string {
  const json = JSON.stringify(answer).replaceAll('<', String.raw`\u003c`);
  const name = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<script type="application/json" ${firstAnswerAttribute}="${name}">${json}</script>\n`;
}

/**
 * Sends the part already known, compressed or not, before the rest is requested.
 *
 * @param tail called at the end, also after an error
 */
export function streamed(
  head: string,
  tail: () => string,
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
  // Without its data blocks, the page makes its own calls.
  void write()
    .catch(onError)
    .finally(() => encoder.stream.end(tail()));
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

/** Not Brotli, because its encoder needs a megabyte for each page in flight. */
function createEncoder(encoding: Encoding): { readonly stream: Transform; flush(): void } {
  if (encoding === 'identity') return { stream: new PassThrough(), flush: () => {} };
  const stream = createGzip();
  return { stream, flush: () => stream.flush() };
}

import type { GatewayContext } from './context.ts';
import { badRequest, ClientGoneError, GatewayError } from './gatewayError.ts';
import { ownTurn } from './ownTurn.ts';

const maxRequestBytes = 64 * 1024;
/** Longer bodies are not copied into one buffer. */
const longBytes = 512 * 1024;

/** The body exceeds the limit; the rest was not read. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/**
 * Reads a body to the end, but at most `maxBytes`, whatever its declared length.
 *
 * @throws {TooLargeError}
 */
export async function readLimited(
  source: {
    readonly headers: Pick<Headers, 'get'>;
    readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  },
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!source.body) return new Uint8Array();
  if (Number(source.headers.get('content-length') ?? 0) > maxBytes) {
    await source.body.cancel().catch(() => {});
    throw new TooLargeError();
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  // Leaving the loop by throwing cancels the stream, which closes its connection.
  for await (const chunk of source.body) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new TooLargeError();
    chunks.push(chunk);
  }
  const [first] = chunks;
  if (first?.byteLength === length) return first;
  if (length > longBytes) await ownTurn();
  return Buffer.concat(chunks, length);
}

/**
 * A response whose bytes are all in memory. Like `readLimited`, but unlike `new Response`, this does not copy the
 * bytes, which matters for large bodies.
 */
export function wholeAnswer(body: Uint8Array<ArrayBuffer>, init: ResponseInit): Response {
  if (body.byteLength === 0) return new Response(null, init);
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      controller.enqueue(body);
      controller.close();
    },
  });
  return new Response(stream, init);
}

/**
 * The body of a write, exactly as received (H11). hono/body-limit is unsuitable: it fails on chunked bodies, because it
 * copies the request, and requests from @hono/node-server cannot be copied while `overrideGlobalObjects` is off.
 *
 * @param expectedType its media type
 * @throws {GatewayError} 415 unless the content type matches, 413 above 64 KiB
 * @throws {ClientGoneError}
 */
export async function readBody(
  req: Pick<GatewayContext['req'], 'header' | 'raw'>,
  expectedType = 'application/json',
): Promise<Uint8Array<ArrayBuffer>> {
  const type = req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== expectedType) {
    throw badRequest(`The body must be ${expectedType}.`, 415);
  }
  try {
    return await readLimited(req.raw, maxRequestBytes);
  } catch (error) {
    if (req.raw.signal.aborted) throw new ClientGoneError();
    if (!(error instanceof TooLargeError)) throw new GatewayError('bad_request');
    throw new GatewayError('bad_request', {
      status: 413,
      message: 'The body is larger than 64 KiB.',
      headers: { connection: 'close' },
    });
  }
}

/** Like readBody, but parses the body. @throws {GatewayError} also if it is not JSON */
export async function readJson(req: Parameters<typeof readBody>[0]): Promise<unknown> {
  const body = await readBody(req);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw badRequest('The body is not JSON.');
  }
}

/** Like readBody, for the fields of a native form; the last value of a repeated field counts. */
export async function readForm(
  req: Parameters<typeof readBody>[0],
): Promise<Readonly<Record<string, string>>> {
  const body = await readBody(req, 'application/x-www-form-urlencoded');
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(body)));
}

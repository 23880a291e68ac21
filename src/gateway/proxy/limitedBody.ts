/** More bytes came than are allowed; the rest was not read. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

/**
 * Reads a body to its end, or up to `maxBytes` and no further, however it announces its length.
 *
 * @throws {TooLargeError}
 */
export async function readLimited(
  source: {
    readonly headers: Pick<Headers, 'get'>;
    readonly body: ReadableStream<Uint8Array> | null;
  },
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!source.body) return new Uint8Array();
  if (Number(source.headers.get('content-length') ?? 0) > maxBytes) {
    await source.body.cancel().catch(() => {});
    throw new TooLargeError();
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop by an error cancels the stream, which closes the connection behind it.
  for await (const chunk of source.body) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new TooLargeError();
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

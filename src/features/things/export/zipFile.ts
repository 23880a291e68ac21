import { Zip, ZipPassThrough } from 'fflate';

import { createBlobParts } from '#lib/blobParts.ts';

/**
 * An archive that is compressed as it is written.
 *
 * @param type media type of the archive
 */
export function createZipFile(type: string) {
  const parts = createBlobParts(type);
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    parts.add(chunk);
  });
  return {
    /** One file, written in chunks. Only one file is open at a time. */
    open(path: string) {
      const entry = new ZipEntry(path);
      zip.add(entry);
      return entry;
    },
    /** The archive. Nothing can be added afterwards. */
    finish() {
      zip.end();
      return parts.blob();
    },
  };
}

const deflate = 8;
/** The zip format's earliest date, because the entries have no meaningful date. */
const noDate = new Date(1980, 0, 1);

/**
 * One file of the archive, compressed off the main thread by the browser's `CompressionStream`; fflate's own
 * asynchronous compression needs a worker made from a blob, which the content security policy blocks.
 */
class ZipEntry extends ZipPassThrough {
  override compression = deflate;
  override mtime = noDate;
  readonly #encoder = new TextEncoder();
  readonly #compressor = new CompressionStream('deflate-raw');
  readonly #writer = this.#compressor.writable.getWriter();
  readonly #collected = this.#compressor.readable.pipeTo(
    new WritableStream({
      write: (chunk) => this.ondata(null, chunk, false),
      close: () => this.ondata(null, new Uint8Array(), true),
    }),
  );
  #written: Promise<void> = Promise.resolve();

  /** Resolves when the compressor has room for more. */
  async write(text: string): Promise<void> {
    this.push(this.#encoder.encode(text));
    await this.#written;
  }

  /** Resolves when the whole file is in the archive; the next file may then be opened. */
  async close(): Promise<void> {
    this.push(new Uint8Array(), true);
    await Promise.all([this.#written, this.#collected]);
  }

  /** Called by `push` after counting a chunk and adding it to the checksum. */
  protected override process(chunk: Uint8Array<ArrayBuffer>, isLast: boolean): void {
    this.#written = isLast ? this.#writer.close() : this.#writer.write(chunk);
  }
}

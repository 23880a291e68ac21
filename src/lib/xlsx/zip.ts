import type { BlobParts } from '../blobParts.ts';
import { crc32 } from './crc32.ts';

interface ZipEntry {
  readonly name: Uint8Array<ArrayBuffer>;
  readonly offset: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
}

/** Writes a ZIP file from its beginning to its end, one file in it after the other. */
export interface ZipWriter {
  /** Begins a file; it has to be closed before the next one. */
  open(name: string): ZipFile;
  /** Writes the directory; all files are closed. */
  end(): void;
}

export interface ZipFile {
  /** Resolves when more may come. */
  write(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Deflated, sizes after the data: these are not known before (APPNOTE 4.4.4, bits 3 and 11). */
const flags = 0x0808;
const deflated = 8;
const version = 20;
/** 1 January 1980, the earliest date there is: the archive's dates say nothing here. */
const date = 0x0021;

/**
 * A ZIP file by PKWARE's APPNOTE 6.3, without ZIP64: up to 4 GB. The browser's own deflate packs each
 * piece as it comes.
 */
export function createZipWriter(parts: BlobParts): ZipWriter {
  const entries: ZipEntry[] = [];

  return {
    open(fileName) {
      const name = new TextEncoder().encode(fileName);
      const offset = parts.length;
      parts.add(record(0x04034b50, [version, 2], ...common(0, 0, 0, name), [0, 2]));
      parts.add(name);
      const start = parts.length;
      let crc = 0;
      let size = 0;
      const packer = new CompressionStream('deflate-raw');
      const writer = packer.writable.getWriter();
      const done = collect(packer.readable, parts);
      return {
        async write(text) {
          const bytes = new TextEncoder().encode(text);
          crc = crc32(bytes, crc);
          size += bytes.length;
          await writer.write(bytes);
        },
        async close() {
          await writer.close();
          await done;
          const packed = parts.length - start;
          parts.add(record(0x08074b50, [crc, 4], [packed, 4], [size, 4]));
          entries.push({ name, offset, crc, packed, size });
        },
      };
    },
    end() {
      const offset = parts.length;
      for (const { name, crc, packed, size, offset: at } of entries) {
        const head = common(crc, packed, size, name);
        const rest: Field[] = [[0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]]; // prettier-ignore
        parts.add(record(0x02014b50, [version, 2], [version, 2], ...head, ...rest));
        parts.add(name);
      }
      const count = entries.length;
      const length = parts.length - offset;
      const end: Field[] = [[0, 2], [0, 2], [count, 2], [count, 2], [length, 4], [offset, 4], [0, 2]]; // prettier-ignore
      parts.add(record(0x06054b50, ...end));
    },
  };
}

async function collect(packed: ReadableStream<Uint8Array<ArrayBuffer>>, parts: BlobParts) {
  const reader = packed.getReader();
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- a stream has an order
    const { done, value } = await reader.read();
    if (done) return;
    parts.add(value);
  }
}

/** A number and how many bytes it takes. */
type Field = readonly [value: number, bytes: 2 | 4];

/** What the header of a file and its entry in the directory have in common. */
function common(crc: number, packed: number, size: number, name: Uint8Array): Field[] {
  const when: Field[] = [[0, 2], [date, 2]]; // prettier-ignore
  return [[flags, 2], [deflated, 2], ...when, [crc, 4], [packed, 4], [size, 4], [name.length, 2]];
}

function record(signature: number, ...fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  const all: readonly Field[] = [[signature, 4], ...fields];
  const bytes = new Uint8Array(all.reduce((sum, [, width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [value, width] of all) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}

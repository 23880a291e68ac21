/** A file for an archive. */
export interface ArchiveFile {
  /** With forward slashes. */
  readonly path: string;
  readonly content: Uint8Array;
}

const blockSize = 512;

/**
 * An archive in ustar format. It depends only on the arguments: files are sorted by path, belong to user 0, and share
 * one time and one mode.
 *
 * @param files folders are added
 * @param time of every entry, in milliseconds since the Unix epoch
 */
export function tar(files: readonly ArchiveFile[], time: number): Buffer {
  const folders = new Set(
    files.flatMap(({ path }) =>
      [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1)),
    ),
  );
  const entries = [
    ...files,
    ...Array.from(folders, (path) => ({ path, content: new Uint8Array() })),
  ];
  // Not by this machine's locale.
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const blocks = sorted.flatMap(({ path, content }) => [
    header(path, content.byteLength, time),
    content,
    Buffer.alloc((blockSize - (content.byteLength % blockSize)) % blockSize),
  ]);
  return Buffer.concat([...blocks, Buffer.alloc(2 * blockSize)]);
}

function header(path: string, size: number, time: number): Buffer {
  const isFolder = path.endsWith('/');
  const block = Buffer.alloc(blockSize);
  const field = (offset: number, text: string) => block.write(text, offset, 'latin1');
  const number = (offset: number, width: number, value: number) =>
    field(offset, `${value.toString(8).padStart(width - 1, '0')}\0`);
  const [name, prefix] = splitPath(path);
  field(0, name);
  number(100, 8, isFolder ? 0o755 : 0o644);
  number(108, 8, 0);
  number(116, 8, 0);
  number(124, 12, size);
  number(136, 12, Math.floor(time / 1000));
  field(156, isFolder ? '5' : '0');
  field(257, 'ustar\0');
  field(263, '00');
  number(329, 8, 0);
  number(337, 8, 0);
  field(345, prefix);
  // The checksum counts its own field as spaces.
  field(148, ' '.repeat(8));
  const sum = block.reduce((total, byte) => total + byte, 0);
  field(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  return block;
}

/** A name has at most 100 bytes; the folders before it may have 155 more. */
function splitPath(path: string): readonly [name: string, prefix: string] {
  if (path.length <= 100) return [path, ''];
  const cut = path.indexOf('/', path.length - 101);
  if (cut === -1 || cut > 155 || cut === path.length - 1) {
    throw new RangeError(`The path is too long for an archive: ${path}`);
  }
  return [path.slice(cut + 1), path.slice(0, cut)];
}

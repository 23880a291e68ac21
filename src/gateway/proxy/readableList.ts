/** Maximum length of a list that is recorded; a list of 2,000 groups is a third as long. */
const maxBytes = 3 * 1024 * 1024;
/** The service's records have three levels of nesting. */
const maxDepth = 20;
/** A list of 2,000 groups with ten networks each has half as many values. */
const maxValues = 200_000;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Whether a list's text may be parsed: parsing large or deeply nested text, or very many values, would hold up all
 * other requests. The text is scanned before parsing, because the parser would notice the problem too late.
 */
export function isReadableList(json: Uint8Array): boolean {
  if (json.byteLength > maxBytes) return false;
  let depth = 0;
  let values = 0;
  let isText = false;
  for (let at = 0; at < json.byteLength; at++) {
    const byte = json[at];
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === comma) values += 1;
    else if (byte === openArray || byte === openObject) {
      depth += 1;
      values += 1;
    } else if (byte === closeArray || byte === closeObject) depth -= 1;
    if (depth > maxDepth || values > maxValues) return false;
  }
  return true;
}

/** Parses the text of a readable list; undefined if it is not JSON. */
export function parseList(json: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(json));
  } catch {
    return undefined;
  }
}

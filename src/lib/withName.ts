/** A code and its name, such as "35684610 Telematics unit T4"; the code alone if no name is known. */
export function withName(code: string, name: string | undefined): string {
  return name === undefined ? code : `${code} ${name}`;
}

/**
 * Why no call can address a group with this id; undefined for every other id, which is opaque (API document 2) and
 * goes into the path as one encoded segment. The text continues "its id …".
 */
export function whyUnsendable(groupId: string): string | undefined {
  if (groupId === '') return 'is empty';
  // The gateway store's limit.
  if (groupId.length > 128) return 'is longer than 128 characters';
  if (!groupId.isWellFormed() || /\p{Cc}/u.test(groupId)) {
    return 'has characters that cannot be used in an address';
  }
  // A proxy may decode a slash and then resolve the dots.
  const climbs = groupId.split(/[/\\]/).some((part) => /^\.+$/.test(part));
  return climbs
    ? 'has a part made only of dots, which would lead to a different address'
    : undefined;
}

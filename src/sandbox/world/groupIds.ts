/** The forms of group ids, which are opaque (API document 2). */
export type GroupIds = 'plain' | 'reserved' | 'unsendable';

/** In the groups' order; all other groups keep their plain ids. */
export const oddGroupIds: Readonly<Record<GroupIds, readonly string[]>> = {
  plain: [],
  reserved: ['a+b/c=d', '50%', 'a%2Fb', '?#&;@', 'Gruppe 7 Ü', '.hidden//x', 'a\\b"c', '50%25'],
  unsendable: ['..', '.', 'a/../../users', '\ud800', 'a\u0000b', 'x'.repeat(129)],
};

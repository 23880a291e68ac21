import type { GroupValues } from '#api/groupFields.ts';
import { lockWords } from '#api/groupWords.ts';
import { useNames } from '#api/useNames.ts';
import { isTac } from '#identifiers/imei.ts';
import { CodeName } from '#ui/CodeName.tsx';

/** Follows an IMEI prefix with the name of its device model, if it has the 8 digits that identify one. */
export function PrefixName({ prefix, ...look }: { prefix: string | undefined; room?: string }) {
  const nameOf = useNames([prefix]);
  // Without a gateway there are no names, and no space is reserved for them.
  if (!nameOf || prefix === undefined || !isTac(prefix)) return null;
  return <CodeName name={nameOf(prefix)} {...look} keepsLine />;
}

export const prefixHint =
  'The first digits of the IMEIs that may get service. 8 digits identify one device model (TAC).';

/** The hint of a field for an IMEI prefix, after the name of the device model. */
export function PrefixHint({ prefix, text = prefixHint }: { prefix: string; text?: string }) {
  return (
    <>
      <PrefixName prefix={prefix} /> {text}
    </>
  );
}

/** A lock in words, with the name of the only device model that its prefix lets in. */
export function LockWords({ lock }: { lock: GroupValues }) {
  return (
    <>
      {lockWords(lock)}
      <PrefixName prefix={lock.IMEIPrefix} />
    </>
  );
}

import type { GroupValues } from '#api/groupFields.ts';
import { lockWords } from '#api/groupWords.ts';
import { useNames } from '#api/useNames.ts';
import { isTac } from '#identifiers/imei.ts';
import { CodeName } from '#ui/CodeName.tsx';

interface PrefixNameProps {
  prefix: string | undefined;
  room?: string;
  /** Whether its line is kept whatever the prefix is, because somebody types it. */
  isTyped?: boolean;
}

/** Follows an IMEI prefix with the name of its device model, if it has the 8 digits that identify one. */
export function PrefixName({ prefix = '', isTyped = false, ...look }: PrefixNameProps) {
  const nameOf = useNames([prefix]);
  // Without a gateway there are no names, and no space is reserved for them.
  if (!nameOf || !(isTyped || isTac(prefix))) return null;
  return <CodeName name={isTac(prefix) ? nameOf(prefix) : undefined} {...look} keepsLine />;
}

export const prefixHint =
  'The first digits of the IMEIs that may get service. 8 digits identify one device model (TAC).';

/** The hint of a field for an IMEI prefix, and the name of the device model that it identifies. */
export function PrefixHint({ prefix, text = prefixHint }: { prefix: string; text?: string }) {
  return (
    <>
      {text} <PrefixName prefix={prefix} isTyped />
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

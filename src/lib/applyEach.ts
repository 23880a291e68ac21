/** A function for each possible value; leaving one out is a compile error. */
export type ForEach<Values, Result, Given> = {
  readonly [Name in keyof Values]-?: (
    value: Exclude<Values[Name], undefined>,
    given: Given,
  ) => Result;
};

/**
 * The functions' results for the given values, in order.
 *
 * @throws {TypeError} for a value without a function, which would otherwise be ignored silently
 */
export function applyEach<Values extends object, Result, Given>(
  functions: ForEach<Values, Result, Given>,
  values: Values,
  given: Given,
): readonly Result[] {
  const apply = (name: keyof Values) => {
    const value = values[name];
    // oxlint-disable-next-line no-unsafe-type-assertion -- the type without undefined
    const known = value as Exclude<typeof value, undefined>;
    return value === undefined ? [] : [functions[name](known, given)];
  };
  // oxlint-disable-next-line no-unsafe-type-assertion -- Object.keys loses the key type
  return (Object.keys(values) as (keyof Values)[]).flatMap(apply);
}

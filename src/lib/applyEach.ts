/** A function for each value that there may be; a value without one does not compile. */
export type ForEach<Values, Result, Given> = {
  readonly [Name in keyof Values]-?: (
    value: Exclude<Values[Name], undefined>,
    given: Given,
  ) => Result;
};

/**
 * What the functions make of the values that there are, in the order of the values.
 *
 * @throws {TypeError} for a value without a function: it would be forgotten in silence
 */
export function applyEach<Values extends object, Result, Given>(
  functions: ForEach<Values, Result, Given>,
  values: Values,
  given: Given,
): readonly Result[] {
  const apply = (name: keyof Values) => {
    const value = values[name];
    // oxlint-disable-next-line no-unsafe-type-assertion -- what is left of the type without undefined
    const known = value as Exclude<typeof value, undefined>;
    return value === undefined ? [] : [functions[name](known, given)];
  };
  // oxlint-disable-next-line no-unsafe-type-assertion -- the names of the values
  return (Object.keys(values) as (keyof Values)[]).flatMap(apply);
}

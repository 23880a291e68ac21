/**
 * Why this Node cannot run the release; undefined if it can.
 *
 * @param version of the running Node, for example v20.19.1
 * @param needed the lowest version, for example 22.22
 */
export function nodeProblem(version: string, needed: string): string | undefined {
  const [major = 0, minor = 0] = numbers(version);
  const [neededMajor = 0, neededMinor = 0] = numbers(needed);
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return undefined;
  return `SIM Console needs Node ${needed} or newer, but this is Node ${version.replace('v', '')}.`;
}

function numbers(version: string): number[] {
  return version.replace('v', '').split('.').map(Number);
}

/** Whether a part of the console could not be loaded, as after a deployment that removed old files. */
export function isMissingPart(error: unknown): boolean {
  // Chromium, Firefox and Safari word it differently; none gives it a type of its own.
  return (
    error instanceof TypeError &&
    /dynamically imported module|importing a module script failed/i.test(error.message)
  );
}

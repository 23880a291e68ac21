/** Light, dark, or as the system has it. */
export function setColorScheme(scheme: 'light' | 'dark' | 'system'): void {
  document.documentElement.style.colorScheme = scheme === 'system' ? '' : scheme;
}

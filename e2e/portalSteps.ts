import type { Frame, Page } from '@playwright/test';

/** Opens a portal that shows the console in a frame. */
export async function openInPortal(page: Page, from: string, console: string): Promise<Frame> {
  await page.goto(`${from}/?console=${encodeURIComponent(`${console}/`)}`);
  const element = await page.locator('iframe').elementHandle();
  const frame = await element?.contentFrame();
  if (!frame) throw new Error('The portal has no frame');
  return frame;
}

export async function signInWithin(frame: Frame): Promise<void> {
  await frame.getByLabel('Username').fill('writer');
  await frame.getByLabel('Password').fill('sandbox-writer');
  await frame.getByRole('button', { name: 'Sign in' }).click();
}

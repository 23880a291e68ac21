/** Waits until the browser has parsed what `isThere` looks for, or the whole page. */
export async function untilParsed(page: Document, isThere: () => boolean): Promise<void> {
  await new Promise<void>((resolve) => {
    const check = () => {
      if (!isThere() && page.readyState === 'loading') return;
      observer.disconnect();
      page.removeEventListener('readystatechange', check);
      resolve();
    };
    const observer = new MutationObserver(check);
    observer.observe(page.documentElement, { childList: true, subtree: true });
    page.addEventListener('readystatechange', check);
    check();
  });
}

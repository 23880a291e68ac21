import { StrictMode, type ComponentProps } from 'react';
import { renderToString } from 'react-dom/server';
import { RouterProvider } from 'react-router/dom';

/** The HTML of a page, in the components that React hydrates in the browser. */
export function htmlOf(router: ComponentProps<typeof RouterProvider>['router']): string {
  const html = renderToString(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
  // A title belongs in the head, where the document already has one.
  return html.replace(/<title>[^<]*<\/title>/, '');
}

import type { RuntimeConfig } from './runtimeConfig.ts';

/**
 * The Things list as HTML. The gateway renders it from the console's own components and sends it after the rows; a
 * small script shows it, and React then hydrates it. This file contains only names, because the script needs them.
 */

/** Where the build puts the renderer: a folder that is never served. */
export const drawnFolder = '.drawn';

/** Id of the rendered list, until it replaces the empty root element. */
export const drawnId = 'drawn';

/** On the root element once the console has started to render into it. */
export const startedAttribute = 'data-started';

/**
 * Attributes of that element.
 *
 * - `data-address`: the address that it was rendered for, with the base path
 * - `data-user`: the name of the signed-in user
 *
 * Attributes of elements inside it:
 *
 * - `data-read-at`: the text contains the local time when the rows were read
 * - `data-style`: the element's style, because the content security policy forbids `style` in HTML
 */
export interface DrawnFacts {
  readonly address: string;
  readonly user: string;
}

/**
 * Name of a cookie that the script sets for an hour if this browser shows the list differently, for example with other
 * columns. Until then, the gateway does not render the list.
 */
export const ownLookCookie = 'sim-console-own-look';

/** Files that the list needs: names below the base path, in the order in which they are needed. */
export interface DrawnFiles {
  readonly stylesheets: readonly string[];
  readonly modules: readonly string[];
  /** The console. */
  readonly main: string;
  /** The script that shows the list. */
  readonly script: string;
}

export interface PageToRender {
  readonly config: RuntimeConfig;
  /** The page's address, with the base path. */
  readonly address: string;
  /** The bodies of the responses that were sent with the page: who is signed in, and the rows. */
  readonly session: string;
  readonly rows: string;
}

/** The module built from the console's components. */
export interface PageRenderer {
  /** @returns the content of the root element; undefined if the address leads to another page */
  renderPage(page: PageToRender): Promise<string | undefined>;
}

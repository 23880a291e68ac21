import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as z from 'zod/mini';

import {
  type DrawnFacts,
  type DrawnFiles,
  drawnFolder,
  drawnId,
  ownLookCookie,
  type PageRenderer,
  type PageToRender,
} from '#contract/drawnPage.ts';
import type { RuntimeConfig } from '#contract/runtimeConfig.ts';

import type { GatewayContext } from '../http/context.ts';
import { escapeAttribute, importBuilt } from './site.ts';

/** Renders the Things list, so that its rows are on screen before the console runs. */
export interface DrawnPage {
  /** Links to the files that the list needs, for its page's head. */
  readonly links: string;
  /**
   * The list as HTML, with the script that shows it and starts the console.
   *
   * @returns undefined if the console has to render it
   */
  draw(given: DrawnFacts & Pick<PageToRender, 'session' | 'rows'>): Promise<string | undefined>;
}

/** Rendering a list delays all other requests by 4 ms; beyond this number, pages get only their rows. */
const maxAtOnce = 4;

const filesSchema: z.ZodMiniType<DrawnFiles> = z.object({
  stylesheets: z.array(z.string()),
  modules: z.array(z.string()),
  main: z.string(),
  script: z.string(),
});

/**
 * Loads the renderer from the build.
 *
 * @returns undefined if the build has none
 */
export async function loadDrawnPage(distDir: string, config: RuntimeConfig) {
  const folder = join(distDir, drawnFolder);
  if (!existsSync(folder)) return undefined;
  const files = filesSchema.parse(JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8')));
  const renderer = await importBuilt<PageRenderer>(folder, 'renderPage');
  return createDrawnPage(renderer, files, config);
}

export function createDrawnPage(
  renderer: PageRenderer,
  { stylesheets, modules, main, script }: DrawnFiles,
  config: RuntimeConfig,
): DrawnPage {
  const { basePath } = config;
  const link = (attributes: string) => (name: string) =>
    `<link ${attributes} href="${basePath}${name}">`;
  const starter = `<script src="${basePath}${script}" data-main="${basePath}${main}"></script>`;
  let count = 0;
  return {
    links: [
      link('rel="preload" as="script"')(script),
      ...stylesheets.map(link('rel="stylesheet" crossorigin')),
      ...[...modules, main].map(link('rel="modulepreload" crossorigin')),
    ].join(''),
    async draw({ address, user, session, rows }) {
      if (count >= maxAtOnce) return undefined;
      count += 1;
      try {
        const html = await renderer.renderPage({ config, address, session, rows });
        if (html === undefined) return undefined;
        const facts = `data-address="${escapeAttribute(address)}" data-user="${escapeAttribute(user)}"`;
        return `<div id="${drawnId}" hidden inert ${facts}>${html}</div>${starter}\n`;
      } finally {
        count -= 1;
      }
    },
  };
}

/** The list for this address, if the browser would show it just as the gateway renders it. */
export function drawnHere(
  drawnPage: DrawnPage | undefined,
  { req }: GatewayContext,
  basePath: string,
) {
  const { pathname, search, searchParams } = new URL(req.url);
  const cookies = (req.header('cookie') ?? '').split(/; */);
  const isOwn =
    searchParams.has('map') || searchParams.has('mark') || cookies.includes(`${ownLookCookie}=1`);
  const isHome = pathname === basePath;
  if (!drawnPage || isOwn || (isHome && search !== '')) return undefined;
  // The console replaces the base path with the list's address.
  const address = isHome ? `${basePath}things` : `${pathname}${search}`;
  type Given = Omit<Parameters<typeof drawnPage.draw>[0], 'address'>;
  return {
    links: drawnPage.links,
    draw: async (given: Given) => drawnPage.draw({ ...given, address }),
  };
}

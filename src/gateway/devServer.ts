import { getRequestListener } from '@hono/node-server';
import type { Plugin, ViteDevServer } from 'vite';

import type * as devAppModule from './devApp.ts';

/** Loaded through Vite, so that edits to the gateway's code take effect on the next request. */
type DevApp = typeof devAppModule;

const devApp = '/src/gateway/devApp.ts';

/** Vite's own client needs inline scripts, inline styles and a WebSocket; only developers get this policy. */
const policy = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self' ws:",
  "img-src 'self' data:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `npm run dev`: serves the gateway's endpoints on the development server's own origin. */
export function gatewayDevServer(): Plugin {
  let server: ViteDevServer | undefined;
  let app:
    | { readonly module: DevApp; readonly fetch: (request: Request) => Promise<Response> }
    | undefined;

  async function load(vite: ViteDevServer): Promise<DevApp> {
    // oxlint-disable-next-line no-unsafe-type-assertion -- Vite does not know what a module exports
    return (await vite.ssrLoadModule(devApp)) as DevApp;
  }

  async function answer(vite: ViteDevServer, request: Request): Promise<Response> {
    const module = await load(vite);
    if (app?.module !== module) {
      const origin = vite.resolvedUrls?.local[0] ?? 'http://localhost:5173';
      app = { module, fetch: await module.createDevApp(new URL(origin).origin) };
    }
    return app.fetch(request);
  }

  return {
    name: 'sim-console-gateway',
    apply: (_config, { command }) => command === 'serve' && process.env['VITEST'] === undefined,
    configureServer(vite) {
      server = vite;
      const listener = getRequestListener((request) => answer(vite, request), {
        overrideGlobalObjects: false,
      });
      vite.middlewares.use((request, response, next) => {
        if (/^\/(?:api|session|records|healthz)(?:[/?]|$)/.test(request.url ?? '')) {
          void listener(request, response);
          return;
        }
        response.setHeader('content-security-policy', policy);
        next();
      });
    },
    async transformIndexHtml() {
      if (!server) return [];
      const { config, offer } = await (await load(server)).devPageData();
      const metas = { 'sim-console-config': config, 'sim-console-sandbox-users': offer };
      return Object.entries(metas)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => ({
          tag: 'meta',
          attrs: { name, content: JSON.stringify(value) },
          injectTo: 'head-prepend' as const,
        }));
    },
  };
}

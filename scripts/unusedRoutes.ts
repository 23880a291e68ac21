import type { Plugin } from 'vite';

/**
 * What the router checks in vain, and how often: options that the console does not set, and forms that it does not
 * submit through the router. Then methods that only fetchers, a framework or hot reload call.
 */
const neverUsed: readonly (readonly [code: RegExp, replacement: string, times: number])[] = [
  [/\binit\.(?:instrumentations|patchRoutesOnNavigation)\b/g, 'false', 8],
  [/\bfuture\.unstable_customRouteDiscovery\b|(?<=\()isFogOfWar(?=\))/g, 'false', 16],
  [/(?<=!)isSubmissionNavigation\(opts\)/g, 'false', 1],
  [/opts && opts\.submission && isMutationMethod\(opts\.submission\.formMethod\)/g, 'false', 2],
  [
    /^\t\t(?:fetch|getFetcher|resetFetcher|deleteFetcher: \w+|patchRoutes|_internal\w+Controllers: \w+|_internalSetRoutes),$/gm,
    '',
    7,
  ],
];

/**
 * Lets the build leave out what the console does not use of React Router. Its forms and its framework's links have
 * names for developer tools, and an assignment to `displayName` counts as a use; its router is one function, whose
 * inner functions are all reached from each other. Linting forbids the hooks that would need them.
 */
export function unusedRoutes(): Plugin {
  return {
    name: 'unused-routes',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]/ },
      handler(code, id) {
        let rest = code
          .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
          .replaceAll(/= (?=React\$1\.(?:forwardRef|createContext)\()/g, '= /* @__PURE__ */ ');
        if (!/[\\/]router[\\/]router\.js$/.test(id)) return rest;
        for (const [part, replacement, times] of neverUsed) {
          const found = rest.match(part)?.length ?? 0;
          if (found !== times) this.error(`React Router has ${part} ${found} times, not ${times}`);
          rest = rest.replaceAll(part, replacement);
        }
        return rest;
      },
    },
  };
}

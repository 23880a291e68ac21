import type { Plugin } from 'vite';

/**
 * Lets the build leave out the components of React Router that the console does not use, such as its forms and its
 * framework's links: they have names for developer tools, and an assignment to `displayName` counts as a use.
 */
export function unusedRoutes(): Plugin {
  return {
    name: 'unused-routes',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/]/ },
      handler: (code) =>
        code
          .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
          .replaceAll(/= (?=React\$1\.(?:forwardRef|createContext)\()/g, '= /* @__PURE__ */ '),
    },
  };
}

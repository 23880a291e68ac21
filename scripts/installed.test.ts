import { expect, it } from 'vitest';

import { findDrift, oldNpm } from './installed.ts';

const wanted = { dependencies: { tool: '1.0.0' }, devDependencies: { node: '24.0.0' } };
const tool = { version: '1.0.0', optionalDependencies: { 'tool-linux': '1.0.0' } };
const platform = { version: '1.0.0', optional: true };
const packages = {
  'node_modules/tool': tool,
  'node_modules/tool/node_modules/tool-linux': platform,
};
const lock = { packages: { '': wanted, ...packages } };

it('H21: lockfile drift is not reported if everything matches, without packages for other platforms', () => {
  expect(findDrift(wanted, lock, { packages: { 'node_modules/tool': tool } })).toBeUndefined();
});

it('H21: lockfile drift is reported if package.json requires a different version', () => {
  const changed = { ...wanted, dependencies: { tool: '1.0.1' } };
  expect(findDrift(changed, lock, { packages })).toMatch('does not match package.json');
});

it('H21: lockfile drift is reported if the lockfile lacks another platform’s package', () => {
  const partial = { packages: { '': wanted, 'node_modules/tool': tool } };
  expect(findDrift(wanted, partial, { packages: {} })).toMatch('lacks tool-linux');
});

it('H21: lockfile drift is reported if another version or an unknown package is installed', () => {
  const other = { ...packages, 'node_modules/tool': { version: '1.0.1' } };
  expect(findDrift(wanted, lock, { packages: other })).toMatch('node_modules/tool does not');
  const unknown = { ...packages, 'node_modules/more': { version: '1.0.0' } };
  expect(findDrift(wanted, lock, { packages: unknown })).toMatch('node_modules/more does not');
});

it.each([
  ['npm/8.19.4 node/v16.20.2 linux x64 workspaces/false', true],
  ['npm/9.8.1 node/v18.18.2 linux x64 workspaces/false', true],
  ['npm/9.9.4 node/v18.20.8 linux x64 workspaces/false', false],
  ['npm/10.1.0 node/v20.9.0 linux x64 workspaces/false', true],
  ['npm/10.2.0 node/v21.0.0 linux x64 workspaces/false', false],
  ['npm/11.19.1 node/v24.21.0 linux x64 workspaces/false', false],
  // Not started by npm.
  ['', false],
])('an npm without `npm sbom` is reported before a test needs it: %s', (agent, isOld) => {
  expect(oldNpm(agent) !== undefined).toBe(isOld);
});

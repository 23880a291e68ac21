import { describe, expect, it } from 'vitest';

import { findDrift } from './installed.ts';

const wanted = { dependencies: { tool: '1.0.0' }, devDependencies: { node: '24.0.0' } };
const tool = { version: '1.0.0', optionalDependencies: { 'tool-linux': '1.0.0' } };
const platform = { version: '1.0.0', optional: true };
const packages = {
  'node_modules/tool': tool,
  'node_modules/tool/node_modules/tool-linux': platform,
};
const lock = { packages: { '': wanted, ...packages } };

describe('H21: lockfile drift', () => {
  it('is not reported if everything matches, without packages for other platforms', () => {
    expect(findDrift(wanted, lock, { packages: { 'node_modules/tool': tool } })).toBeUndefined();
  });

  it('is reported if package.json requires a different version', () => {
    const changed = { ...wanted, dependencies: { tool: '1.0.1' } };
    expect(findDrift(changed, lock, { packages })).toMatch('does not match package.json');
  });

  it('is reported if the lockfile lacks another platform’s package', () => {
    const partial = { packages: { '': wanted, 'node_modules/tool': tool } };
    expect(findDrift(wanted, partial, { packages: {} })).toMatch('lacks tool-linux');
  });

  it('is reported if another version or an unknown package is installed', () => {
    const other = { ...packages, 'node_modules/tool': { version: '1.0.1' } };
    expect(findDrift(wanted, lock, { packages: other })).toMatch('node_modules/tool does not');
    const unknown = { ...packages, 'node_modules/more': { version: '1.0.0' } };
    expect(findDrift(wanted, lock, { packages: unknown })).toMatch('node_modules/more does not');
  });
});

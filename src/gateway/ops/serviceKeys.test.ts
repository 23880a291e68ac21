import { describe, expect, it } from 'vitest';

import { realService } from '#testing/fixtures/gatewayEnvironment.ts';

import { readConfig } from './config.ts';

describe('a proxy to the service', () => {
  const proxiesOf = (environment: Readonly<Record<string, string>>) => {
    const { service } = readConfig({ ...realService, ...environment });
    return service.kind === 'real' ? service.proxies : undefined;
  };

  it('can be set in lower case, which takes precedence over upper case', () => {
    const environment = {
      https_proxy: 'http://small.example:1',
      HTTPS_PROXY: 'http://capital.example:2',
      http_proxy: '',
      HTTP_PROXY: 'http://capital.example:2',
      no_proxy: '*',
    };
    expect(proxiesOf(environment)).toEqual({
      https: 'http://small.example:1/',
      http: 'http://capital.example:2/',
      except: '*',
    });
  });

  it('defaults to http without a scheme', () => {
    expect(proxiesOf({ HTTPS_PROXY: 'proxy.example.com:3128' })?.https).toBe(
      'http://proxy.example.com:3128/',
    );
  });

  it('is never quoted along with its password', () => {
    expect(() =>
      readConfig({ ...realService, https_proxy: 'ftp://user:geheim@proxy.example.com' }),
    ).toThrow(/^HTTPS_PROXY must be (?!.*geheim)/);
  });
});

describe('the sandbox with its public passwords', () => {
  const publicly = { PUBLIC_ORIGIN: 'https://sim.example.com' };

  it('starts with a public hostname only with SANDBOX=true', () => {
    expect(() => readConfig(publicly)).toThrow(
      "SIM_API_URL is not set, and because the sandbox's passwords are public, it starts under https://sim.example.com only with SANDBOX=true: name the service, for example SIM_API_URL=https://api.example.com",
    );
    expect(readConfig({ ...publicly, SANDBOX: 'true' }).service).toMatchObject({ isPublic: true });
    expect(readConfig({ ...publicly, ...realService }).service.kind).toBe('real');
  });

  it('starts only with SANDBOX=true if other machines can reach it', () => {
    expect(() => readConfig({ HOST: '0.0.0.0' })).toThrow(
      "SIM_API_URL is not set, and because the sandbox's passwords are public, it is opened to other machines (HOST=0.0.0.0) only with SANDBOX=true: name the service, for example SIM_API_URL=https://api.example.com",
    );
    const asked = readConfig({ HOST: '0.0.0.0', SANDBOX: 'true' });
    expect(asked.service).toMatchObject({ kind: 'sandbox', isPublic: true });
    expect(readConfig({ HOST: '0.0.0.0', ...realService }).service.kind).toBe('real');
  });

  it.each<Readonly<Record<string, string>>>([
    { PUBLIC_ORIGIN: 'http://localhost:8080' },
    { PUBLIC_ORIGIN: 'https://localhost' },
    { PUBLIC_ORIGIN: 'http://127.0.0.1' },
    { PUBLIC_ORIGIN: 'http://[::1]:8080' },
    { HOST: '127.0.0.1' },
    { HOST: '127.0.0.2' },
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '0.0.0.0', PUBLIC_ORIGIN: 'http://localhost:8080' },
  ])('needs no key on this machine: %j', (environment) => {
    expect(readConfig(environment).service).toMatchObject({ kind: 'sandbox', isPublic: false });
  });

  it('does not start if SANDBOX=false is set, or if a service is also configured', () => {
    expect(() => readConfig({ SANDBOX: 'false' })).toThrow(/^SIM_API_URL .+ SANDBOX=false/);
    expect(readConfig({ SANDBOX: 'false', ...realService }).service.kind).toBe('real');
    expect(() => readConfig({ SANDBOX: 'true', ...realService })).toThrow(/^SANDBOX=true and /);
  });
});

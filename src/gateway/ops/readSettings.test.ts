import { expect, it } from 'vitest';

import { realService } from '#testing/fixtures/gatewayEnvironment.ts';

import { readConfig } from './config.ts';

it.each([
  ['SIM_API_ULR', 'SIM_API_URL'],
  ['SIM_APIURL', 'SIM_API_URL'],
  ['SIM_CONSOL_URL', 'SIM_CONSOLE_URL'],
  ['sim_api_url', 'SIM_API_URL'],
  ['SIM_BASE', 'SIM_API_URL'],
  ['PUBLIC_ORGIN', 'PUBLIC_ORIGIN'],
  ['COOKIE_CROSSSITE', 'COOKIE_CROSS_SITE'],
  ['CLIENT_IPS_HEADER', 'CLIENT_IP_HEADER'],
  ['SESSION_IDLE_MINUTE', 'SESSION_IDLE_MINUTES'],
  ['CUSTOMER_JD', 'CUSTOMER_ID'],
  ['SANBOX', 'SANDBOX'],
])('H17: %s prevents startup with a sentence that names it and %s', (name, meant) => {
  expect(() => readConfig({ ...realService, [name]: 'x' })).toThrow(
    new RegExp(`^${name} is not a key of this program: .*${meant}.*, for example ${meant}=`),
  );
});

it('H17: a misspelt key is ignored if it is empty, like the keys of other programs', () => {
  const others = {
    PATH: '/bin',
    POST: '1',
    HOSTS: 'a',
    BASE: '/',
    npm_config_sim_url: 'x',
    // Variables that Kubernetes sets for Services called sim and sim-console.
    SIM_SERVICE_HOST: '10.0.0.1',
    SIM_SERVICE_PORT_HTTP: '80',
    SIM_PORT: 'tcp://10.0.0.1:80',
    SIM_CONSOLE_PORT_8080_TCP_ADDR: '10.0.0.1',
    SIM_CONSOLE_SERVICE_PORT: '8080',
  };
  expect(readConfig({ ...realService, ...others, SIM_API_ULR: ' ' })).toEqual(
    readConfig(realService),
  );
});

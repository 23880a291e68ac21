import { expect, it, onTestFinished } from 'vitest';

import { startedGateway } from '#testing/fixtures/startedGateway.ts';

/** Every page that a browser without a session can get from the finished build. */
async function pagesOf(environment: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const gateway = await startedGateway({ environment, watches: false });
  onTestFinished(() => gateway.close());
  const addresses = ['/sign-in', '/sign-in?next=%2F%3Fembed%3D1', '/sign-in?ask=customer', '/'];
  const opened = addresses.map(async (address) => (await gateway.send(address)).text());
  // A refused sign-in without a script.
  const refused = await gateway.send('/sign-in', {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ username: 'nobody', password: 'wrong' }),
  });
  return [...(await Promise.all(opened)), await refused.text()];
}

it.each([
  ['on this machine', {}],
  // Hiding the users would protect nothing: the documents list them with their passwords.
  ['open to other machines', { SANDBOX: 'true', PUBLIC_ORIGIN: 'https://sim.example.com' }],
])('the sandbox %s offers its users on the sign-in page, with their passwords', async (_, env) => {
  const [signIn = '', embedded, , , refused] = await pagesOf({ SANDBOX_THINGS: '1', ...env });
  for (const page of [signIn, embedded, refused]) {
    expect(page).toContain('Sandbox users');
    expect(page).toContain('>Sign in as writer</button>');
    expect(page).toContain('can read and write');
    expect(page).toContain('type="hidden" name="password" value="sandbox-writer"');
  }
});

it('no page with a real service has any trace of the sandbox or its users', async () => {
  // Nothing listens on this port.
  const service = 'http://127.0.0.1:9';
  const pages = await pagesOf({ SIM_API_URL: service, SIM_CONSOLE_URL: service });
  expect(pages.every((page) => page.includes('<title>'))).toBe(true);
  expect(pages.filter((page) => /sandbox|Sign in as|writer/i.test(page))).toEqual([]);
});

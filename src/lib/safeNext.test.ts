import { expect, it } from 'vitest';

import { safeNext } from './safeNext.ts';

const attacks = [
  '', '//evil.example', '/\\evil.example', '\\/evil.example', '\\\\evil.example', '///evil.example',
  '/\t/evil.example', '/\n/evil.example', '/\r/evil.example', '\t//evil.example', ' //evil.example',
  '/%09/evil.example', '/%0a/evil.example', '/%0d%0aSet-Cookie:x', '/%5cevil.example', '/%2f/evil.example',
  '/%2fevil.example', '/.//evil.example', '/..//evil.example', '/a/..//evil.example', '/%2e//evil.example',
  'https://evil.example', 'http:evil.example', 'https:/evil.example', 'HTTPS://evil.example', '//evil.example/%2f..',
  'javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', 'vbscript:x',
  'things', './things', '../things', '?next=/things', '#/things', '@evil.example', 'evil.example/things',
  '/groups/a\\b', '/groups/%0d%0ax', '/groups/%c2%85', '/%5c%5cevil.example', '/\u0000things', '/\u007fthings', '/%', '/%zz', '//', '/\\',
]; // prettier-ignore

it.each(attacks)('H13: the page after sign-in is the home page instead of %j', (attack) => {
  expect(safeNext(attack, '/things')).toBe('/things');
});

it('H13: the page after sign-in is the home page by default', () => {
  expect(safeNext(null, '/things')).toBe('/things');
});

it.each([
  '/things',
  '/things?IMEI=35&page=2',
  '/groups/ThingsGroupId_1?x=//y#top',
  '/things?x=%2F%2Fe',
  '/groups/a%5Cb%2Fc',
  '/groups/%5C%5Cevil.example',
  '/groups/%2F%2Fevil.example',
])('H13: the page after sign-in can be %s', (path) => expect(safeNext(path, '/home')).toBe(path));

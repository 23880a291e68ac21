import { describe, expect, it } from 'vitest';

import { findCustomerId } from './customerId.ts';

const pairWith = (claims: unknown, fields: object = {}) => ({
  token_type: 'Bearer' as const,
  access_token: `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`,
  refresh_token: 'r',
  ...fields,
});
const nothing = { customerId: null, claimPath: null };

describe('API document 5, rule 4: the customer id is found', () => {
  it.each([
    ['customer_id', { customer_id: 'c1' }],
    ['customerId', { customerId: 'c1' }],
    ['CustomerId', { CustomerId: 'c1' }],
  ])('in the field %s of the sign-in response, before any claim', (_name, fields) => {
    expect(findCustomerId(pairWith({ cid: 'c2' }, fields), nothing)).toBe('c1');
  });

  it.each([
    ['customer_id', { customer_id: 'c1', cid: 'c2' }],
    ['customerId', { customerId: 'c1' }],
    ['CustomerId', { CustomerId: 'c1' }],
    ['cid', { cid: 'c1' }],
    ['a nested one', { realm: { access: { customer_id: 'c1' } } }],
    ['a namespaced one', { 'https://example.com/customer_id': 'c1' }],
    ['a namespaced name with a colon', { 'urn:example:CustomerId': 'c1' }],
    ['an opaque id', { customer_id: 'ACME=7/a+b' }, 'ACME=7/a+b'],
    ['a number', { customer_id: 4711 }, '4711'],
    ['the higher of two levels', { nested: { customer_id: 'c2' }, cid: 'c1' }],
  ])('in the claim %s', (_name, claims, expected = 'c1') => {
    expect(findCustomerId(pairWith(claims), nothing)).toBe(expected);
  });

  it.each([
    ['a.b', { a: { b: 'c1' }, customer_id: 'c2' }, 'c1'],
    ['https://example.com/claims.id', { 'https://example.com/claims': { id: 'c1' } }, 'c1'],
    ['a.b', { customer_id: 'c2' }, null],
  ])('at the configured path %s', (path, claims, expected) => {
    const configured = { customerId: null, claimPath: path.split('.') };
    expect(findCustomerId(pairWith(claims), configured)).toBe(expected);
  });

  it('in the configuration, before anything else', () => {
    const pair = pairWith({ cid: 'c2' }, { customer_id: 'c3' });
    expect(findCustomerId(pair, { customerId: 'c1', claimPath: null })).toBe('c1');
  });

  it.each([
    ['no such claim', {}],
    ['an id with a line break', { customer_id: 'a\r\nx-evil: 1' }],
    ['an object', { customer_id: {} }],
    ['a name with only the same ending', { notcid: 'c1', supercid: 'c1' }],
    ['a claim that is nested too deeply', { a: { b: { c: { d: { cid: 'c1' } } } } }],
  ])('nowhere: %s', (_name, claims) => {
    expect(findCustomerId(pairWith(claims), nothing)).toBe(null);
  });

  it('nowhere: a token that is not a JWT', () => {
    const pair = { token_type: 'Bearer' as const, access_token: 'opaque', refresh_token: 'r' };
    expect(findCustomerId(pair, nothing)).toBe(null);
  });
});

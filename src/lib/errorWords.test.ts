import { expect, it } from 'vitest';

import { readErrorBody } from './errorWords.ts';

it.each<[name: string, body: string, message?: string | undefined, requestId?: string]>([
  ['the documented body', '{"status_code":403,"message":"No","request_id":"r1"}', 'No', 'r1'],
  ['JSON with other names', '{"Message":"No","requestId":"r1"}', 'No', 'r1'],
  ['nested JSON', '{"error":{"message":"No"}}', 'No'],
  ['OAuth JSON', '{"error":"invalid_grant","error_description":"No"}', 'No'],
  ['a JSON text', '"No"', 'No'],
  ['plain text', 'No\n', 'No'],
  ['HTML', '<!doctype html><title>502 Bad Gateway</title><h1>x</h1>', '502 Bad Gateway'],
  ['HTML without a title', '<html><body>x</body></html>'],
  ['XML', '<?xml version="1.0"?><Error><Code>No</Code><Message>Never</Message></Error>', 'Never'],
  ['XML with an id', '<x><message-id>7</message-id><Message>No [5]</Message></x>', 'No [5]'],
  ['XML with markup in it', '<Message><![CDATA[Quota <b>5</b>]]></Message>'],
  ['other markup', '<h1>Bad gateway</h1>'],
  ['HTML of broken titles', `<html>${'<title'.repeat(200_000)}`],
  ['plain text with a bracket', 'IMEI < 15 digits', 'IMEI < 15 digits'],
  ['text with markup', 'No such <b>SIM</b>'],
  ['text with a line break', 'Unavailable.<br>Retry later', 'Unavailable. Retry later'],
  ['nothing', ''],
  ['a numeric request id', '{"message":"No","request_id":7}', 'No', '7'],
  ['a long numeric id', '{"requestId":12345678901234567890}', undefined, '12345678901234567890'],
  ['an id that is too long', `{"request_id":"${'x'.repeat(129)}"}`],
  ['a JSON list of texts', '["No", "not at all"]', 'No not at all'],
  ['a JSON list of objects', '[{"message":"No"},{"detail":"Never"}]', 'No Never'],
  ['a list in the message', '{"message":["No","Never"]}', 'No Never'],
  ['a list of errors', '{"errors":[{"detail":"No"}]}', 'No'],
  ['errors by field', '{"title":"Bad","errors":{"Name":["No"],"Tag":["Never"]}}', 'No Never'],
  ['errors without lists', '{"title":"Bad","errors":{"code":"E12","count":3}}', 'Bad'],
  ['errors with a message', '{"errors":{"message":"No","type":"x"}}', 'No'],
  ['a JSON list without messages', '[1, null, {}, ""]'],
  ['JSON without a message', '{"message":{},"request_id":null}'],
  ['null', 'null'],
  ['a JSON number', '42'],
  ['true', 'true'],
  ['a list that is nested too deeply', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['an empty JSON text', '" "'],
])('V7: the message is read from %s', (_name, body, message, requestId) => {
  const words = readErrorBody(body);
  expect([words.message, words.requestId]).toEqual([message, requestId]);
});

it('V7: the message is truncated at 300 characters', () => {
  expect(readErrorBody('x'.repeat(10_000)).message).toBe(`${'x'.repeat(300)}…`);
});

it('V7: the message is the start of the text if the JSON is too large to read', () => {
  const body = `{"message":"No","rows":"${'x'.repeat(256 * 1024)}"}`;
  expect(readErrorBody(body).message).toBe(`${body.slice(0, 300)}…`);
});

it('V7: the message is left out with its request id if it repeats a secret, even where it would be truncated', () => {
  const isSecret = (text: string) => text.includes('s3cret');
  for (const message of ['Not s3cret', `${'x'.repeat(297)}s3cret`]) {
    expect(readErrorBody(JSON.stringify({ message }), isSecret).message).toBeUndefined();
  }
  expect(readErrorBody('{"message":"No","request_id":"s3cret"}', isSecret)).toEqual({});
  expect(readErrorBody('No', isSecret).message).toBe('No');
});

import { describe, expect, it } from 'vitest';

import { readFiles } from './accessibilityReport.ts';
import { problemsOf } from './openAcr.ts';

const { report, catalog } = readFiles();

/** The problems with this console's report after a change to its text. */
function problemsAfter(text: string | RegExp, replacement: string): readonly string[] {
  const before = JSON.stringify(report);
  const after = before.replace(text, replacement);
  expect(after).not.toBe(before);
  return problemsOf(JSON.parse(after), catalog);
}

const criterion = (num: string) =>
  new RegExp(`\\{"num":"${num.replaceAll('.', '\\.')}".*?\\}\\}\\]\\},`);

describe('a conformance report in OpenACR form', () => {
  it('is valid against the schemas of OpenACR and the catalog', () => {
    expect(problemsOf(report, catalog)).toEqual([]);
  });

  it('has a title, a product name, and its author’s address', () => {
    expect(problemsAfter('"title"', '"headline"')).toEqual([
      "report must have required property 'title'",
    ]);
    expect(problemsAfter('"product":{"name"', '"product":{"called"')).toEqual([
      "report/product must have required property 'name'",
    ]);
    expect(problemsAfter('"email"', '"phone"')).toEqual([
      "report/author must have required property 'email'",
    ]);
  });

  it('has its own number, and notes as text', () => {
    expect(problemsAfter('"version":1', '"version":"first"')).toEqual([
      'report/version must be integer',
    ]);
    expect(problemsAfter(/"notes":"Manual[^"]*"/, '"notes":5')).toEqual([
      'report/chapters/success_criteria_level_a/criteria/0/components/0/adherence/notes must be string',
    ]);
  });

  it('rates criteria only with the catalog’s levels', () => {
    expect(problemsAfter('"level":"supports"', '"level":"Supported"')).toEqual([
      '1.1.1: "Supported" is not a level in the catalog',
    ]);
    expect(problemsAfter('"level":"supports",', '')).toEqual([
      "report/chapters/success_criteria_level_a/criteria/0/components/0/adherence must have required property 'level'",
    ]);
  });

  it('has all criteria and chapters of the catalog, and no others', () => {
    expect(problemsAfter(criterion('1.4.11'), '')).toEqual([
      '1.4.11 is missing in success_criteria_level_aa',
    ]);
    expect(problemsAfter('"num":"1.4.11"', '"num":"4.1.1"')).toEqual([
      '1.4.11 is missing in success_criteria_level_aa',
      '4.1.1 is not in success_criteria_level_aa of the catalog',
    ]);
    expect(problemsAfter('"success_criteria_level_a"', '"level_a"')).toEqual(
      expect.arrayContaining([
        'level_a is not a chapter in the catalog',
        '1.1.1 is missing in success_criteria_level_a',
      ]),
    );
  });

  it('rates only the catalog’s components', () => {
    expect(problemsAfter('"name":"web"', '"name":"hardware"')).toEqual([
      '1.1.1: "hardware" is not a component in the catalog',
    ]);
  });
});

it('a catalog is checked against its own schema', () => {
  const broken: unknown = JSON.parse(JSON.stringify(catalog).replace('"lang"', '"language"'));
  expect(problemsOf(report, broken)).toEqual(["catalog must have required property 'lang'"]);
});

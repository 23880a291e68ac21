import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';
import * as z from 'zod/mini';

import { criteriaOf, page, readReport, reportPage } from './accessibilityReport.ts';
import { root } from './run.ts';

const { report, catalog } = readReport();
const rated = ['success_criteria_level_a', 'success_criteria_level_aa'];
const criteria = rated.flatMap((id) => criteriaOf(report, id) ?? []);

it('rates each criterion of WCAG 2.2, levels A and AA, once and in order', () => {
  for (const id of rated) {
    const asked = catalog.chapters.find((chapter) => chapter.id === id)?.criteria ?? [];
    expect(criteriaOf(report, id)?.map(({ num }) => num)).toEqual(asked.map((one) => one.id));
  }
  // The numbers of A and AA criteria in WCAG 2.2, which removed 4.1.1 and added six.
  expect(criteria).toHaveLength(31 + 24);
  const numbers = criteria.map(({ num }) => num);
  expect(numbers).toEqual(
    expect.arrayContaining(['2.4.11', '2.5.7', '2.5.8', '3.2.6', '3.3.7', '3.3.8']),
  );
  expect(numbers).not.toContain('4.1.1');
});

it('states for each criterion what was checked by hand, and for partial support what is missing', () => {
  const notesOf = (subset: typeof criteria) =>
    subset.map(({ num, components: [{ adherence }] }) => `${num} ${adherence.notes}`);
  const partial = criteria.filter(
    ({ components: [{ adherence }] }) => adherence.level === 'partially-supports',
  );
  expect(notesOf(criteria).filter((notes) => !/^[\d.]+ Manual: \w/.test(notes))).toEqual([]);
  expect(notesOf(partial).filter((notes) => !/ Remaining: \w/.test(notes))).toEqual([]);
});

it('names only tests and code that exist', () => {
  const named = criteria.flatMap(({ components: [{ adherence }] }) =>
    [...adherence.notes.matchAll(/`((?:src|e2e|scripts)\/[^`]+)`/g)].map(([, path = '']) => path),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('has the release’s version and date', () => {
  const { version, releaseDate } = z
    .object({ version: z.string(), releaseDate: z.string() })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  expect(report.product.version).toBe(version);
  expect(report.report_date).toBe(releaseDate);
});

it('names a contact for questions: the console’s operators until an address is set', () => {
  const pageWith = (email: string) =>
    reportPage({ report: { ...report, author: { ...report.author, email } }, catalog });
  expect(pageWith('help@console.invalid')).toContain('contact the operators of the console.');
  expect(pageWith('a11y@example.com')).toContain('contact a11y@example.com.');
});

it('is the source of the Markdown page', () => {
  expect(readFileSync(page, 'utf8')).toBe(reportPage({ report, catalog }));
});

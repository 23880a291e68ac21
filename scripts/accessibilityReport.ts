import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';
import * as z from 'zod/mini';

import { problemsOf } from './openAcr.ts';
import { root } from './run.ts';

const folder = join(root, 'docs/accessibility');
/** The Markdown page, generated from the report. */
export const page = join(folder, 'report.md');

const levels = ['supports', 'partially-supports', 'does-not-support', 'not-applicable'] as const;

const criterion = z.strictObject({
  num: z.string(),
  components: z.tuple([
    z.strictObject({
      name: z.literal('web'),
      adherence: z.strictObject({ level: z.enum(levels), notes: z.string() }),
    }),
  ]),
});
const chapter = z.strictObject({ criteria: z.array(criterion) });

/** The schema of this report. It is stricter than OpenACR's, which accepts any text as a date or an address. */
const reportSchema = z.strictObject({
  title: z.string(),
  product: z.strictObject({ name: z.string(), version: z.string(), description: z.string() }),
  author: z.strictObject({ name: z.string(), email: z.email() }),
  report_date: z.iso.date(),
  last_modified_date: z.iso.date(),
  version: z.int(),
  catalog: z.literal('2.5-edition-wcag-2.2-en'),
  notes: z.string(),
  evaluation_methods_used: z.string(),
  chapters: z.strictObject({
    success_criteria_level_a: chapter,
    success_criteria_level_aa: chapter,
    success_criteria_level_aaa: z.strictObject({ disabled: z.literal(true) }),
  }),
});
export type Report = z.infer<typeof reportSchema>;

const catalogSchema = z.object({
  chapters: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      criteria: z.array(z.object({ id: z.string(), handle: z.string(), alt_id: z.string() })),
    }),
  ),
  terms: z.array(z.object({ id: z.string(), label: z.string() })),
});
export type Catalog = z.infer<typeof catalogSchema>;

/** The report and its criteria, as stored in their files. */
export function readFiles(): { readonly report: unknown; readonly catalog: unknown } {
  const read = (name: string): unknown => parse(readFileSync(join(folder, name), 'utf8'));
  return { report: read('openacr.yaml'), catalog: read('catalog.yaml') };
}

/** Reads the report and its criteria; throws if either is invalid. */
export function readReport(): { readonly report: Report; readonly catalog: Catalog } {
  const { report, catalog } = readFiles();
  const problems = problemsOf(report, catalog);
  if (problems.length > 0) throw new Error(`This report is not valid:\n${problems.join('\n')}`);
  return { report: reportSchema.parse(report), catalog: catalogSchema.parse(catalog) };
}

/** The report as a Markdown page. */
export function reportPage({ report, catalog }: ReturnType<typeof readReport>): string {
  const labels = new Map(catalog.terms.map(({ id, label }) => [id, label]));
  const tables = catalog.chapters.flatMap(({ id, label, criteria }) => {
    const rated = criteriaOf(report, id);
    if (!rated) return [];
    const names = new Map(criteria.map((one) => [one.id, one]));
    const rows = rated.map(({ num, components: [{ adherence }] }) => {
      const { handle = '', alt_id: anchor = '' } = names.get(num) ?? {};
      const link = `[${num} ${handle}](https://www.w3.org/TR/WCAG22/#${anchor})`;
      const { level, notes } = adherence;
      return `| ${link} | ${labels.get(level) ?? level} | ${notes.replaceAll('|', '\\|')} |`;
    });
    return [
      `## ${label}\n\n| criterion | level | how it was evaluated |\n|---|---|---|`,
      ...rows,
      '',
    ];
  });
  const { title, product, author, report_date: date } = report;
  // RFC 2606, section 2: no real address ends in "invalid".
  const contact = author.email.endsWith('.invalid')
    ? 'If you have questions or run into accessibility problems, contact the operators of the console.'
    : `If you have questions or run into accessibility problems, contact ${author.email}.`;
  return [
    `# ${title}\n`,
    `${product.name} ${product.version}, ${date}. Generated from [openacr.yaml](openacr.yaml) by \`npm run accessibility-report\`.\n`,
    `By the ${author.name}. ${contact}\n`,
    `${report.notes}\n\n${report.evaluation_methods_used}\n`,
    `Summary: ${summary(report, labels)}.\n`,
    ...tables,
  ].join('\n');
}

/** The rated criteria of a chapter; undefined if the chapter was not evaluated. */
export function criteriaOf({ chapters }: Report, id: string) {
  if (id === 'success_criteria_level_a') return chapters.success_criteria_level_a.criteria;
  if (id === 'success_criteria_level_aa') return chapters.success_criteria_level_aa.criteria;
  return undefined;
}

function summary({ chapters }: Report, labels: ReadonlyMap<string, string>): string {
  const all = [
    ...chapters.success_criteria_level_a.criteria,
    ...chapters.success_criteria_level_aa.criteria,
  ];
  const counted = levels.map((level) => {
    const { length } = all.filter(({ components: [one] }) => one.adherence.level === level);
    return `${(labels.get(level) ?? level).toLowerCase()} ${length}`;
  });
  return `of ${all.length} criteria, ${counted.join(', ')}`;
}

if (import.meta.main) writeFileSync(page, reportPage(readReport()));

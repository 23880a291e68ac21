import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv } from 'ajv';
import * as z from 'zod/mini';

import { getSchemas } from './getSchemas.ts';

/** The criteria of a report in OpenACR form, for the parts where OpenACR's schema is loose. */
interface ReportForm {
  readonly chapters?: Readonly<
    Record<
      string,
      {
        readonly disabled?: boolean;
        readonly criteria?: readonly {
          readonly num: string;
          readonly components?: readonly {
            readonly name: string;
            readonly adherence?: { readonly level: string };
          }[];
        }[];
      }
    >
  >;
}

/** The criteria, components and levels that a report can name. */
interface CatalogForm {
  readonly chapters?: readonly {
    readonly id: string;
    readonly criteria?: readonly { readonly id: string; readonly components?: readonly string[] }[];
  }[];
  readonly terms?: readonly { readonly id: string }[];
}

// As published by OpenACR (docs/decisions/028-openacr-schema.md).
const schemas = await getSchemas();
const ajv = new Ajv({ allErrors: true });
const anySchema = z.record(z.string(), z.unknown());
function compile<T>(name: string) {
  const text = readFileSync(join(schemas, name), 'utf8');
  return ajv.compile<T>(anySchema.parse(JSON.parse(text)));
}
const isReport = compile<ReportForm>('openacr-0.1.0.json');
const isCatalog = compile<CatalogForm>('openacr-catalog-0.1.0.json');

/**
 * The problems with a report, according to OpenACR's schemas, and to the catalog with the checks of OpenACR's own
 * validator. Also reports missing criteria, which that validator does not notice.
 */
export function problemsOf(report: unknown, catalog: unknown): readonly string[] {
  const problems: string[] = [];
  if (!isReport(report)) problems.push(ajv.errorsText(isReport.errors, { dataVar: 'report' }));
  if (!isCatalog(catalog)) problems.push(ajv.errorsText(isCatalog.errors, { dataVar: 'catalog' }));
  if (!isReport(report) || !isCatalog(catalog)) return problems;

  const terms = (catalog.terms ?? []).map(({ id }) => id);
  const { chapters = [] } = catalog;
  const ids = chapters.map(({ id }) => id);
  for (const id of Object.keys(report.chapters ?? {})) {
    if (!ids.includes(id)) problems.push(`${id} is not a chapter in the catalog`);
  }
  for (const { id, criteria = [] } of chapters) {
    const chapter = report.chapters?.[id];
    if (chapter?.disabled === true) continue;
    const rated = chapter?.criteria ?? [];
    for (const { id: num } of criteria) {
      if (!rated.some((one) => one.num === num)) problems.push(`${num} is missing in ${id}`);
    }
    for (const { num, components = [] } of rated) {
      const known = criteria.find((one) => one.id === num);
      if (!known) problems.push(`${num} is not in ${id} of the catalog`);
      for (const { name, adherence } of components) {
        if (known && !known.components?.includes(name)) {
          problems.push(`${num}: "${name}" is not a component in the catalog`);
        }
        if (!adherence || !terms.includes(adherence.level)) {
          problems.push(`${num}: "${adherence?.level ?? ''}" is not a level in the catalog`);
        }
      }
    }
  }
  return problems;
}

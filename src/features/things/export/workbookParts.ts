const start = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packageUrl = 'http://schemas.openxmlformats.org/package/2006';
const documentUrl = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Maximum length of a cell in Excel. */
export const longestCell = 32_767;

/** Column width in characters, enough for an ICCID. */
const columnWidth = 22;

/** Indexes of cell styles: 1 is text, 2 is bold text. */
const cellStyle = { text: 1, head: 2 } as const;

/** The start of a sheet with a frozen first row. */
export function sheetStart(columns: number): string {
  return (
    `${start}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols><col min="1" max="${Math.max(1, columns)}" width="${columnWidth}" style="1" customWidth="1"/></cols>` +
    '<sheetData>'
  );
}

export const sheetEnd = '</sheetData></worksheet>';

/**
 * A row of text cells; empty cells are omitted.
 *
 * @param number of the row, from 1
 */
export function cellRow(
  cells: readonly string[],
  number: number,
  style: keyof typeof cellStyle = 'text',
): string {
  let row = `<row r="${number}">`;
  for (const [column, text] of cells.entries()) {
    if (text === '') continue;
    const place = `r="${columnName(column)}${number}" s="${cellStyle[style]}"`;
    row += `<c ${place} t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`;
  }
  return `${row}</row>`;
}

/** A, B … Z, AA, AB … */
function columnName(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last;
}

// oxlint-disable-next-line no-control-regex -- these are the characters that XML does not allow
const special = /[&<>\0-\b\v\f\r\u000E-\u001F\uFFFE\uFFFF]|_(?=x[\dA-Fa-f]{4}_)/g;
const named: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes characters that XML forbids as `_xHHHH_`, and text that looks like such an escape (ECMA-376, 22.9.2.19). */
function cellText(text: string): string {
  return text
    .slice(0, longestCell)
    .replace(special, (character) => named[character] ?? codeOf(character));
}

function codeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

const sheetType = `${spreadsheet}.worksheet+xml`;

export const contentTypes =
  `${start}<Types xmlns="${packageUrl}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/>` +
  `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}"/>` +
  `<Override PartName="/xl/worksheets/sheet2.xml" ContentType="${sheetType}"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/></Types>`;

export const rootRelations = relations([['officeDocument', 'xl/workbook.xml']]);

export const workbookRelations = relations([
  ['worksheet', 'worksheets/sheet1.xml'],
  ['worksheet', 'worksheets/sheet2.xml'],
  ['styles', 'styles.xml'],
]);

function relations(targets: readonly (readonly [kind: string, target: string])[]): string {
  const items = targets.map(
    ([kind, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${documentUrl}/${kind}" Target="${target}"/>`,
  );
  return `${start}<Relationships xmlns="${packageUrl}/relationships">${items.join('')}</Relationships>`;
}

/** @param names of the sheets, without characters that need escaping in XML */
export function workbook(names: readonly string[]): string {
  const sheets = names.map(
    (name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `${start}<workbook xmlns="${main}" xmlns:r="${documentUrl}"><sheets>${sheets.join('')}</sheets></workbook>`;
}

const textFormat = 49;
const fonts =
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>';
const fills =
  '<fills count="2"><fill><patternFill patternType="none"/></fill>' +
  '<fill><patternFill patternType="gray125"/></fill></fills>';
const borders =
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>';

export const styles =
  `${start}<styleSheet xmlns="${main}">${fonts}${fills}${borders}` +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="3">${format(0, 0)}${format(textFormat, 0)}${format(textFormat, 1)}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

function format(numberFormat: number, font: number): string {
  return `<xf numFmtId="${numberFormat}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
}

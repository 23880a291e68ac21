import { unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers';

import { describe, expect, it } from 'vitest';

import { manualClock } from '#testing/fixtures/manualClock.ts';
import { temporaryFolder } from '#testing/fixtures/temporaryFolder.ts';

import { createLog } from '../ops/log.ts';
import { createNameFile, type NameColumns, readNames } from './nameFile.ts';

const tacs: NameColumns = { heads: ['tac', 'name'], codes: [/^\d{8}$/] };
const networks: NameColumns = { heads: ['mcc', 'mnc', 'name'], codes: [/^\d{3}$/, /^\d{2,3}$/] };

function fileWith(content: string | Uint8Array): string {
  const file = join(temporaryFolder(), 'names.csv');
  writeFileSync(file, content);
  return file;
}

async function read(content: string | Uint8Array, columns = tacs) {
  const { names, ...wrong } = await readNames(fileWith(content), columns);
  return { names: Object.fromEntries(names), ...wrong };
}

describe('Q3: a name file', () => {
  it.each([
    ['with headings', 'tac,name\n35684610,Unit T4\n'],
    ['without headings or a last line break', '35684610,Unit T4'],
    ['with CRLF, and headings in capitals', 'TAC,Name\r\n35684610,Unit T4\r\n'],
    ['with a byte order mark', '\u{feff}tac,name\r\n35684610,Unit T4\r\n'],
    ['with quotes', '"tac","name"\n"35684610","Unit T4"\n'],
    ['with blank lines', '\n\n35684610,Unit T4\n\n'],
  ])('is read %s', async (_, content) => {
    const names = { 35_684_610: 'Unit T4' };
    expect(await read(content)).toEqual({ names, wrong: 0, wrongLines: [] });
  });

  it('may have commas and quotes in quoted names', async () => {
    const { names, wrong } = await read('35684610,"Unit ""T4"", blue"\n35684611, Größe 7 ™\n');
    expect([names, wrong]).toEqual([{ 35_684_610: 'Unit "T4", blue', 35_684_611: 'Größe 7 ™' }, 0]);
  });

  it.each([
    ['a TAC that a spreadsheet has shortened', '1580400,Handset'],
    ['an IMEI', '356846101234567,Unit'],
    ['no name', '35684612,'],
    ['no comma', '35684612'],
    ['another separator', '35684612;Unit'],
    ['an unquoted comma in the name', '35684612,Unit, blue'],
    ['a quote that is not closed', '35684612,"Unit'],
    ['a repeated code', '35684610,Another name'],
    ['a long name', `35684612,${'x'.repeat(101)}`],
    ['a very long line', `35684612,${'x'.repeat(200_000)}`],
    ['a control character', '35684612,Un\u{7}it'],
  ])('counts a line with %s as invalid, and keeps the others', async (_, line) => {
    const given = await read(`tac,name\n35684610,First\n${line}\n35684613,Last\n`);
    const names = { 35_684_610: 'First', 35_684_613: 'Last' };
    expect(given).toEqual({ names, wrong: 1, wrongLines: [3] });
  });

  it('counts a line that is not valid UTF-8 as invalid', async () => {
    const latin = Buffer.from('35684610,Größe\n35684611,Unit\n', 'latin1');
    expect(await read(latin)).toMatchObject({ names: { 35_684_611: 'Unit' }, wrongLines: [1] });
  });

  it('lists the first ten invalid lines, and counts all of them', async () => {
    const { wrong, wrongLines } = await read('x\n'.repeat(1000));
    expect([wrong, wrongLines]).toEqual([1000, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]]);
  });

  it('keeps the zeros of an MNC', async () => {
    const content = 'mcc,mnc,name\n001,01,Two digits\n001,001,Three digits\n001,1,One digit\n';
    const names = { '001-01': 'Two digits', '001-001': 'Three digits' };
    expect(await read(content, networks)).toEqual({ names, wrong: 1, wrongLines: [4] });
  });

  it('is read in parts, between which the gateway serves requests', async () => {
    const line = (index: number) => `${String(index).padStart(8, '0')},Name ${index}\n`;
    const content = Array.from({ length: 100_000 }, (_, index) => line(index)).join('');
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns++;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const { names, wrong } = await readNames(fileWith(content), tacs);
    isOver = true;
    expect([names.size, wrong, names.get('00099999')]).toEqual([100_000, 0, 'Name 99999']);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(content.length / 65_536));
  });
});

function watched(content: string) {
  const file = fileWith(content);
  const clock = manualClock();
  const lines: unknown[] = [];
  const log = createLog((line) => lines.push(JSON.parse(line)), clock.now);
  const nameFile = createNameFile({ key: 'TAC_NAMES_FILE', file, columns: tacs, clock, log });
  return {
    file,
    nameFile,
    lines,
    async later() {
      await clock.advance(10_000);
      return Object.fromEntries(await nameFile.names());
    },
  };
}

describe('Q3: a file that changes', () => {
  it('is read again, and the log says which lines are invalid, without their content', async () => {
    const { file, nameFile, lines, later } = watched('35684610,Old\n');
    expect((await nameFile.names()).get('35684610')).toBe('Old');
    writeFileSync(file, '35684610,New name\nsecret,1,2\n');
    expect(await later()).toEqual({ 35_684_610: 'New name' });
    expect(nameFile.counts()).toEqual({ names: 1, wrong: 1 });
    const line = { event: 'names read', key: 'TAC_NAMES_FILE', names: 1 };
    expect(lines).toMatchObject([
      { ...line, wrong: 0, wrongLines: '' },
      { ...line, wrong: 1, wrongLines: '2' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('is not read again while it is unchanged', async () => {
    const { lines, later } = watched('35684610,Unit\n');
    await later();
    await later();
    expect(lines).toHaveLength(1);
  });

  it('keeps its last names while it is missing, and says so once', async () => {
    const { file, lines, later } = watched('35684610,Unit\n');
    await later();
    unlinkSync(file);
    expect(await later()).toEqual({ 35_684_610: 'Unit' });
    expect(await later()).toEqual({ 35_684_610: 'Unit' });
    expect(lines.slice(1)).toMatchObject([
      { event: 'names unavailable', key: 'TAC_NAMES_FILE', code: 'ENOENT', kept: 1 },
    ]);
    writeFileSync(file, '35684611,Unit 2\n');
    expect(await later()).toEqual({ 35_684_611: 'Unit 2' });
  });
});

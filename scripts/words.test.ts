import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseSync, Visitor, type ESTree } from 'vite';
import { describe, expect, it } from 'vitest';

import { root } from './run.ts';

/**
 * Files with text for the screen; text in other files is for the service, logs or tests. The gateway writes the pages
 * for refused addresses, and messages that the console shows.
 */
const shown = globSync(
  [
    'src/{api,app,features,lib,ui}/**/*.{ts,tsx}',
    'src/gateway/{auth,history,http,inventory,notes,proxy,site,views}/**/*.ts',
  ],
  { cwd: root },
).filter((file) => !/\.test\.|Fixture\.|Model\.|workbookParts/.test(file));

/** Longer sentences are hard to follow for readers of English as a second language. */
const maxWords = 20;

/** Old, vague or idiomatic words that have a plain alternative. */
const avoided =
  /\b(?:anew|whoever|as a rule|called off|seldom|surely|lest|thereof|herein|in the midst|by then|at this time|as far as|something else than|the former|\w just now|goes on|went on|keeps on|broke off|above all|lives at|proves little|whatever is|go(?:es|ing)? on|(?:a|the|this|your|whole) reading(?! of (?:a|the list))|readings at least|remembers? nothing|(?:are|is|(?<!^|Impact )as|stays) remembered(?! in this browser)|the console remembers|heard of)\b/i;

/**
 * Phrases that sound translated, or for which the field has a term: outcome, inventory, scan, snapshot, history,
 * unavailable, continue.
 */
const translated =
  /\b(?:what (?:became|becomes|came) of|as told|as it stands|unless told|hears? (?:of|that)|(?:is|are|was|were) told|told of|of before\b(?! )|for so long|go(?:es)? on by itself|is away\b|as they came|as it came|in place of a|anew|seldom|lest|thereof|herein|whoever|in the midst|called off|says of|memory of the fleet|(?:fleet|gateway)['’]s memory of|the version before|worth to|that which|any more\b(?!,? \w+ than)|is looked (?:at|through)|remembered SIMs?|is learnt|a reading of|judge[sd]?|desk|further SIMs?|met the limit|each try)\b/i;

const attributes = new Set(['className', 'data-heading-of-page', 'id', 'key', 'to']);

interface Sentence {
  readonly place: string;
  readonly text: string;
}

const textOf = ({ quasis, expressions }: ESTree.TemplateLiteral) =>
  quasis
    .map(({ value }, index) => `${value.cooked ?? ''}${index < expressions.length ? 'X' : ''}`)
    .join('');

/** The text of an element, with "X" for each inserted value. */
function childText(children: readonly ESTree.JSXChild[]): string {
  const parts = children.map((child) => {
    if (child.type === 'JSXText') return child.value;
    if (child.type !== 'JSXExpressionContainer') return ' X ';
    const { expression } = child;
    if (expression.type === 'Literal') return String(expression.value);
    if (expression.type === 'TemplateLiteral') return textOf(expression);
    return expression.type === 'JSXEmptyExpression' ? '' : 'X';
  });
  return parts.join('').replaceAll(/\s+/g, ' ').trim();
}

/** The text in a file: strings, templates and the contents of elements. */
function textsIn(file: string): readonly Sentence[] {
  const code = readFileSync(join(root, file), 'utf8');
  const found: Sentence[] = [];
  const add = (text: string, start: number) => {
    const line = code.slice(0, start).split('\n').length;
    if (/[a-z] [a-z]/i.test(text)) found.push({ place: `${file}:${line}`, text });
  };
  const ignored = new Set<ESTree.Node>();
  new Visitor({
    ImportDeclaration: (node) => ignored.add(node.source),
    JSXAttribute: ({ name, value }) => {
      if (name.type === 'JSXIdentifier' && attributes.has(name.name) && value) ignored.add(value);
    },
    Literal: (node) => {
      if (typeof node.value === 'string' && !ignored.has(node)) add(node.value, node.start);
    },
    TemplateLiteral: (node) => add(textOf(node), node.start),
    JSXElement: (node) => add(childText(node.children), node.start),
    JSXFragment: (node) => add(childText(node.children), node.start),
  }).visit(parseSync(file, code).program);
  return found;
}

const sentencesOf = (text: string) =>
  text.split(/(?<=[.!?])\s+/).filter((sentence) => /[.!?:]$/.test(sentence));
const wordsIn = (sentence: string) => sentence.split(/\s+/).filter((word) => /\w/.test(word));

const texts = shown.flatMap(textsIn);

describe('the words on screen', () => {
  it('are found, whether in a string, a template or an element', () => {
    const all = texts.map(({ text }) => text);
    expect(all.length).toBeGreaterThan(900);
    expect(all).toContain('Try again when you are ready.');
    expect(all).toContain(
      'None of X is known to lose service. Each is suspended or was last seen in a device that matches the prefix.',
    );
    expect(all).toContain('There is no page at this address. X');
    expect(all).toContain('The service did not answer in time.');
  });

  it(`have at most ${maxWords} words per sentence`, () => {
    const long = texts.flatMap(({ place, text }) =>
      sentencesOf(text)
        .filter((sentence) => wordsIn(sentence).length > maxWords)
        .map((sentence) => `${place}: ${sentence}`),
    );
    expect(long).toEqual([]);
  });

  it('are everyday words', () => {
    const odd = texts.filter(({ text }) => avoided.test(text));
    expect(odd).toEqual([]);
  });

  it('do not join two sentences with a semicolon', () => {
    const joined = texts.filter(({ text }) => /^[A-Z“X].*; .*\.$/.test(text));
    expect(joined).toEqual([]);
  });
});

describe('comments and documents', () => {
  const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
  const code = globSync('{src,e2e,scripts}/**/*.{ts,tsx}', { cwd: root });

  /** Comments without their markers, so that a phrase is found across a line break. */
  const notesIn = (file: string): readonly Sentence[] => {
    const content = readFileSync(join(root, file), 'utf8');
    const parts = file.endsWith('.md')
      ? content.split(/\n\s*\n|\n(?=[|\-\d])/)
      : parseSync(file, content).comments.map(({ value }) => value.replaceAll(/\n\s*\*/g, ' '));
    return parts.map((text) => ({ place: file, text: text.replaceAll(/\s+/g, ' ') }));
  };

  it('are written as a native engineer would write them', () => {
    const notes = [...code, ...documents]
      .filter((file) => file !== 'scripts/words.test.ts')
      .flatMap(notesIn);
    expect(notes.length).toBeGreaterThan(5000);
    expect(notes.filter(({ text }) => translated.test(text))).toEqual([]);
  });
});

describe('dates, times and numbers', () => {
  it('are formatted only by src/lib/format.ts, so that each has one format', () => {
    const own = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
      (file) =>
        file !== 'src/lib/format.ts' &&
        /\.toLocale\w*String\(|new Intl\.(?:DateTime|Number)Format/.test(
          readFileSync(join(root, file), 'utf8'),
        ),
    );
    expect(own).toEqual([]);
  });

  it('do not use the browser’s language, which may differ from that of the text around them', () => {
    const foreign = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) =>
      /new Intl\.\w+Format\(\s*(?:\)|undefined|navigator|\[)/.test(
        readFileSync(join(root, file), 'utf8'),
      ),
    );
    expect(foreign).toEqual([]);
  });
});

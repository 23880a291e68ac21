import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from './fixtures.ts';
import { openPictures, textOf } from './pictureScenes.ts';

const folder = join(import.meta.dirname, '../docs/pictures');

test(
  'the pictures in the documentation show the pages as they are: otherwise, run npm run pictures',
  { tag: '@long' },
  async ({ browser }) => {
    const names: string[] = [];
    await openPictures(browser, async (name, page) => {
      names.push(name);
      const [, ...kept] = readFileSync(join(folder, `${name}.txt`), 'utf8')
        .trimEnd()
        .split('\n');
      expect((await textOf(page)).split('\n'), name).toEqual(kept);
    });
    const files = names.flatMap((name) => [`${name}.png`, `${name}.txt`]);
    expect(readdirSync(folder).toSorted()).toEqual(files.toSorted());
  },
);

import { it } from 'vitest';

import { expectText } from '#testing/fixtures/expectText.ts';
import { button, openGroup, shown } from '#testing/fixtures/openGroup.tsx';

// API document 4.4, rule 2, says "All devices may work with the Things of the group", not that they do.

it('V11, 4.4: an unlock says that devices may work', async () => {
  const { user } = await openGroup({ name: 'Electricity Meters North' });
  await user.click(button('Unlocked'));
  await user.click(button('Save'));
  expectText('Any device may then use the SIMs in this group.', await shown.confirmation());
});

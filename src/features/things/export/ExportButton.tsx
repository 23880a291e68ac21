import { lazy, useState } from 'react';

import { Button } from '#ui/Button.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';
import { preload } from '#ui/preload.ts';

import type { ThingsAddress } from '../address/thingsAddress.ts';
import { messages } from '../messages.ts';
import type { ThingField } from '../record/thingFields.ts';

const loadDialog = () => import('./ExportDialog.tsx');
const ExportDialog = lazy(async () => ({ default: (await loadDialog()).ExportDialog }));

interface ExportButtonProps {
  address: ThingsAddress;
  /** What the table shows, in its order. */
  shownFields: readonly ThingField[];
}

/** Opens the export of the list as it is filtered now. */
export function ExportButton({ address, shownFields }: ExportButtonProps) {
  // The filters of the moment: what is exported does not change under the dialog.
  const [filters, setFilters] = useState<ThingsAddress>();
  return (
    <>
      <Button
        small
        aria-haspopup="dialog"
        onPointerEnter={() => preload(loadDialog)}
        onFocus={() => preload(loadDialog)}
        onClick={() => setFilters(address)}
      >
        {messages.export}
      </Button>
      {filters && (
        <OnDemand>
          <ExportDialog
            filters={filters}
            shownFields={shownFields}
            onClose={() => setFilters(undefined)}
          />
        </OnDemand>
      )}
    </>
  );
}

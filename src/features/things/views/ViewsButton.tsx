import { lazy, useState, type ComponentProps } from 'react';

import { Button } from '#ui/Button.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';
import { preload } from '#ui/preload.ts';

const load = () => import('./ViewsDialog.tsx');
const ViewsDialog = lazy(async () => ({ default: (await load()).ViewsDialog }));

type ViewsButtonProps = Omit<ComponentProps<typeof ViewsDialog>, 'onClose'>;

/** Opens the views, which load when they are about to be wanted. */
export function ViewsButton(props: ViewsButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        small
        aria-haspopup="dialog"
        onPointerEnter={() => preload(load)}
        onFocus={() => preload(load)}
        onClick={() => setOpen(true)}
      >
        Views
      </Button>
      {isOpen && (
        <OnDemand>
          <ViewsDialog {...props} onClose={() => setOpen(false)} />
        </OnDemand>
      )}
    </>
  );
}

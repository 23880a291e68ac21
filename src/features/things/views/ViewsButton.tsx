import { lazy, type ComponentProps } from 'react';

import { DialogButton } from '#ui/DialogButton.tsx';

import { messages } from '../messages.ts';

const load = () => import('./ViewsDialog.tsx');
const ViewsDialog = lazy(async () => ({ default: (await load()).ViewsDialog }));

type ViewsButtonProps = Omit<ComponentProps<typeof ViewsDialog>, 'onClose'>;

/** Opens the views. */
export function ViewsButton(props: ViewsButtonProps) {
  return (
    <DialogButton
      load={load}
      renderDialog={(onClose) => <ViewsDialog {...props} onClose={onClose} />}
    >
      {messages.views}
    </DialogButton>
  );
}

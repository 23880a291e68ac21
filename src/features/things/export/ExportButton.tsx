import { lazy, type ComponentProps } from 'react';

import { DialogButton } from '#ui/DialogButton.tsx';

const load = () => import('./ExportDialog.tsx');
const ExportDialog = lazy(async () => ({ default: (await load()).ExportDialog }));

type ExportButtonProps = Omit<ComponentProps<typeof ExportDialog>, 'onClose'>;

/** Opens the export of the list as it is filtered now. */
export function ExportButton(props: ExportButtonProps) {
  return (
    <DialogButton
      load={load}
      renderDialog={(onClose) => <ExportDialog {...props} onClose={onClose} />}
    >
      Export
    </DialogButton>
  );
}

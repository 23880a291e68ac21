import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

interface LeaveDialogProps {
  isSaving: boolean;
  onLeave: () => void;
  onStay: () => void;
}

/** Asks once before the user leaves a form with unsaved values. */
export function LeaveDialog({ isSaving, onLeave, onStay }: LeaveDialogProps) {
  return (
    <Dialog
      heading="Leave without saving?"
      width="xs"
      onClose={onStay}
      actions={
        <>
          <Button onClick={onStay}>Stay</Button>
          <Button variant="danger" onClick={onLeave}>
            Leave
          </Button>
        </>
      }
    >
      <p>
        {isSaving
          ? 'A save is in progress. If you leave this page, nothing more will be sent, and you will not see the result.'
          : 'Your changes to this group are not saved and will be lost if you leave.'}
      </p>
    </Dialog>
  );
}

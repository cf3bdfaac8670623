import type { ReactNode } from "react";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** The question. */
  title: string;
  /** What the answer changes. */
  children: ReactNode;
  /** What is done, as a verb, and how it is left. */
  confirm: string;
  cancel: string;
  onConfirm: () => void;
  /** What is done can be taken back, or only adds something. */
  isHarmless?: boolean;
}

/** One question before something that cannot be taken back. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  confirm,
  cancel,
  onConfirm,
  isHarmless = false,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      place="small"
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="bare" onClick={onClose}>
            {cancel}
          </Button>
          <Button
            {...(isHarmless ? {} : { look: "danger" })}
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </div>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}

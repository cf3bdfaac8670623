import { useState } from "react";
import { useDraftWords } from "#app/admin/orders/drafts/messages/drafts.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

/** Discards a draft after a confirmation, because a discarded draft cannot be opened again. */
export function DropDraft({ busy, onDrop }: { busy: boolean; onDrop: () => void }) {
  const words = useDraftWords();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button look="danger" busy={busy} onClick={() => setAsked(true)}>
        {words.drop}
      </Button>
      <Dialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={words.dropQuestion}
        place="small"
      >
        <div className="grid gap-4">
          <p>{words.dropText}</p>
          <div className="flex flex-wrap gap-2">
            <Button
              look="danger"
              onClick={() => {
                setAsked(false);
                onDrop();
              }}
            >
              {words.drop}
            </Button>
            <Button look="quiet" onClick={() => setAsked(false)}>
              {words.dropNot}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}

import { useEffect, useState } from "react";
import { loadFonts } from "#app/designer/fonts/browser-fonts.ts";
import { useDesignConflictWords } from "#app/storefront/designer/messages/design-conflict.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import type { PrintSpec } from "#shop/designs/document/print-spec.ts";
import { designPicture } from "#shop/designs/draw/design-picture.ts";
import type { DisplayList } from "#shop/designs/draw/display-list.ts";
import { drawDocument } from "#shop/designs/draw/draw-document.ts";
import type { SavedDraft } from "#shop/production/customisations/drafts/save-draft.server.ts";

interface ConflictDialogProps {
  /** What another device or tab saved. */
  saved: SavedDraft;
  mine: DisplayList;
  spec: PrintSpec;
  onChoose: (choice: "mine" | "theirs" | "both") => void;
}

/** Two people, or two devices, changed one design: both are shown, and nothing is lost before somebody chooses. */
export default function ConflictDialog({ saved, mine, spec, onChoose }: ConflictDialogProps) {
  const conflict = useDesignConflictWords();
  const [theirs, setTheirs] = useState<DisplayList | null>(null);
  useEffect(() => {
    loadFonts(Object.values(saved.document.fonts)).then(
      (fonts) => setTheirs(drawDocument({ document: saved.document, spec, fonts }).list),
      console.warn,
    );
  }, [saved, spec]);
  return (
    <Dialog
      open
      onClose={() => onChoose("both")}
      title={conflict.title}
      footer={
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => onChoose("both")}>{conflict.both}</Button>
          <Button look="quiet" onClick={() => onChoose("mine")}>
            {conflict.useMine}
          </Button>
          <Button look="quiet" onClick={() => onChoose("theirs")}>
            {conflict.useTheirs}
          </Button>
        </div>
      }
    >
      <p className="mb-4">{conflict.text}</p>
      <div className="grid grid-cols-2 gap-4">
        <Version name={conflict.mine} list={mine} />
        <Version name={conflict.theirs} list={theirs} />
      </div>
    </Dialog>
  );
}

function Version({ name, list }: { name: string; list: DisplayList | null }) {
  return (
    <figure className="grid gap-2">
      <div className="aspect-square border border-rule bg-white">
        {list ? (
          <img
            src={`data:image/svg+xml,${encodeURIComponent(designPicture(list))}`}
            alt={name}
            className="size-full"
          />
        ) : null}
      </div>
      <figcaption className="text-sm text-muted">{name}</figcaption>
    </figure>
  );
}

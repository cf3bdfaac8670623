import { useState } from "react";
import { useDevWords } from "#app/dev/messages/dev.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Samples } from "./samples.tsx";

const places = ["centre", "side", "sheet", "full"] as const;

export function DialogSamples() {
  const words = useDevWords();
  const [open, setOpen] = useState<(typeof places)[number]>();
  const close = () => setOpen(undefined);
  return (
    <Samples title={words.dialogs}>
      <div className="flex flex-wrap gap-3">
        {places.map((place) => (
          <Button key={place} look="quiet" onClick={() => setOpen(place)}>
            {words.places[place]}
          </Button>
        ))}
      </div>
      {places.map((place) => (
        <Dialog
          key={place}
          open={open === place}
          onClose={close}
          place={place}
          title={words.places[place]}
          footer={<Button onClick={close}>{words.done}</Button>}
        >
          <p className="text-ink">{words.dialogText}</p>
        </Dialog>
      ))}
    </Samples>
  );
}

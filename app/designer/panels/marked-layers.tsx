import { PlaceFields } from "#app/designer/panels/properties/place-fields.tsx";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { Button } from "#app/ui/button.tsx";
import type { Layer } from "#shop/designs/document/document.ts";
import type { LayerEdits } from "../use-layer-edits.ts";
import { LayerActions } from "./layer-actions.tsx";

interface MarkedLayersProps {
  chosen: readonly Layer[];
  edits: LayerEdits;
}

/** What is done with several chosen layers, as buttons and as fields of the box around them. */
export function MarkedLayers({ chosen, edits: { commands, gripped, place } }: MarkedLayersProps) {
  const { actions, properties } = useDesignerWords();
  return (
    <section aria-label={properties} className="grid gap-4">
      <LayerActions chosen={chosen} commands={commands} isTop={false} isBottom={false} />
      <Button look="quiet" className="justify-self-start px-3 text-sm" onClick={commands.group}>
        {actions.group}
      </Button>
      {gripped && !gripped.locked ? (
        <div className="grid grid-cols-2 gap-2">
          <PlaceFields box={gripped} onPlace={place} />
        </div>
      ) : null}
    </section>
  );
}

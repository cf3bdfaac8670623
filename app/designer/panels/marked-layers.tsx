import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { Button } from "#app/ui/button.tsx";
import type { LayerCommands } from "./layer-props.ts";

interface MarkedLayersProps {
  commands: LayerCommands;
}

/** What is done with several chosen layers. */
export function MarkedLayers({ commands }: MarkedLayersProps) {
  const { actions, markedHint } = useDesignerWords();
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">{markedHint}</p>
      <div className="flex flex-wrap gap-2">
        <Button look="quiet" className="px-3 text-sm" onClick={commands.group}>
          {actions.group}
        </Button>
        <Button look="danger" className="px-3 text-sm" onClick={commands.remove}>
          {actions.remove}
        </Button>
      </div>
    </div>
  );
}

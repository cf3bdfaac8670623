import type { LayerCommands } from "#app/designer/panels/properties/layer-props.ts";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { IconButton } from "#app/ui/button.tsx";
import type { Layer } from "#shop/designs/document/document.ts";
import type { AlignWay } from "#shop/designs/edit/chosen-layers.ts";
import { ToolButton } from "../tool-button.tsx";

interface LayerActionsProps {
  /** In drawing order. */
  chosen: readonly Layer[];
  commands: LayerCommands;
  /** They lie above, or below, all others. */
  isTop: boolean;
  isBottom: boolean;
}

/** What is done with the chosen layers, one or several, as buttons. */
export function LayerActions({ chosen, commands, isTop, isBottom }: LayerActionsProps) {
  const { actions } = useDesignerWords();
  const isHidden = chosen.every(({ hidden }) => hidden);
  const isLocked = chosen.every(({ locked }) => locked);
  return (
    <div className="border border-rule bg-card">
      <div className="flex flex-wrap">
        <IconButton icon="copy" label={actions.duplicate} onClick={commands.duplicate} />
        <IconButton icon="arrow-up" label={actions.up} disabled={isTop} onClick={commands.raise} />
        <IconButton
          icon="arrow-down"
          label={actions.down}
          disabled={isBottom}
          onClick={commands.lower}
        />
        <IconButton
          icon={isHidden ? "eye-off" : "eye"}
          label={isHidden ? actions.show : actions.hide}
          onClick={commands.toggleHidden}
        />
        <ToolButton
          icon={isLocked ? "lock" : "lock-open"}
          label={isLocked ? actions.unlock : actions.lock}
          onClick={commands.toggleLocked}
        />
        <IconButton
          icon="trash-2"
          label={actions.remove}
          className="ml-auto text-stamp"
          onClick={commands.remove}
        />
      </div>
      {isLocked ? null : <Alignment commands={commands} canDistribute={chosen.length > 2} />}
    </div>
  );
}

const ways = [
  ["left", "align-start-vertical"],
  ["centre", "align-center-vertical"],
  ["right", "align-end-vertical"],
  ["top", "align-start-horizontal"],
  ["middle", "align-center-horizontal"],
  ["bottom", "align-end-horizontal"],
] as const satisfies readonly (readonly [AlignWay, string])[];

function Alignment({
  commands,
  canDistribute,
}: {
  commands: LayerCommands;
  canDistribute: boolean;
}) {
  const { alignment } = useDesignerWords();
  const size = "size-11 md:h-9 md:w-9.5";
  return (
    <fieldset aria-label={alignment.title} className="flex flex-wrap border-t border-rule">
      {ways.map(([way, icon]) => (
        <ToolButton
          key={way}
          icon={icon}
          className={size}
          label={alignment[way]}
          onClick={() => commands.align(way)}
        />
      ))}
      {canDistribute ? (
        <>
          <ToolButton
            icon="align-horizontal-space-between"
            className={size}
            label={alignment.across}
            onClick={() => commands.distribute("x")}
          />
          <ToolButton
            icon="align-vertical-space-between"
            className={size}
            label={alignment.down}
            onClick={() => commands.distribute("y")}
          />
        </>
      ) : null}
    </fieldset>
  );
}

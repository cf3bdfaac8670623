import { type ReactNode, useId, useRef } from "react";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { IconButton } from "#app/ui/button.tsx";
import type { PanelName } from "./tools.tsx";

interface PanelProps {
  name: PanelName;
  open: PanelName | null;
  title: string;
  onClose: (panel: null) => void;
  /** Opened by a tool: hidden on a desk too while it is closed, and made when it is first opened. */
  isTool?: boolean;
  children: ReactNode;
}

/** A part beside the board; on phones one at a time, below it. */
export function Panel({ name, open, title, onClose, isTool, children }: PanelProps) {
  const titleId = useId();
  const { actions } = useDesignerWords();
  const isOpen = open === name;
  const wasOpened = useRef(!isTool);
  if (isOpen) wasOpened.current = true;
  const hidden = isOpen ? "" : isTool ? "hidden" : "max-lg:hidden";
  return (
    <section aria-labelledby={titleId} className={`border-b border-rule px-4 pb-4 ${hidden}`}>
      <div className="flex min-h-12 items-center justify-between gap-2">
        <h2 id={titleId} className="truncate font-sans text-sm font-semibold tracking-normal">
          {title}
        </h2>
        <IconButton
          icon="x"
          label={actions.close}
          className={`-mr-3 ${isTool ? "" : "lg:hidden"}`}
          onClick={() => onClose(null)}
        />
      </div>
      {wasOpened.current ? children : null}
    </section>
  );
}

import { Suspense, useEffect, useState } from "react";
import { isTypedInto } from "#app/designer/input/use-keys.ts";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { partOfBoard } from "./part-of-board.tsx";
import { ToolButton } from "./tool-button.tsx";
import type { Editor } from "./use-editor.ts";

const KeysDialog = partOfBoard(
  async () => (await import("#app/designer/input/keys-dialog.tsx")).KeysDialog,
);

interface DesignerHeaderProps {
  title: string;
  /** Where the arrow leads. */
  back: string;
  /** Where the newest changes are kept. */
  status: string | null;
  editor: Editor;
}

/** The way back, what is kept where, and undo. */
export function DesignerHeader({ title, back, status, editor }: DesignerHeaderProps) {
  const words = useDesignerWords();
  const { actions } = words;
  const [showsKeys, setShowsKeys] = useState(false);
  const { past, future } = editor.history;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "?" && !event.defaultPrevented && !isTypedInto(event.target))
        setShowsKeys(true);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <header className="flex items-center border-b border-rule bg-card max-lg:order-1 short:col-span-2 lg:col-span-3">
      {/* The product's page has another content security policy, so it is loaded. */}
      <a
        href={back}
        aria-label={words.back}
        title={words.back}
        className="grid size-12 shrink-0 place-items-center border-r border-rule hover:text-carbon"
      >
        <Icon name="arrow-left" />
      </a>
      <div className="min-w-0 grow px-3">
        <h1 className="truncate font-sans text-base leading-tight font-semibold tracking-normal lg:text-lg">
          {title}
        </h1>
        <p className="truncate text-xs text-muted" role="status">
          {status}
        </p>
      </div>
      <span className="max-lg:hidden">
        <IconButton icon="info" label={actions.keys} onClick={() => setShowsKeys(true)} />
      </span>
      <IconButton
        icon="undo-2"
        label={actions.undo}
        disabled={past.length === 0}
        onClick={editor.undo}
      />
      <ToolButton
        icon="redo-2"
        label={actions.redo}
        className="mr-1 size-11"
        disabled={future.length === 0}
        onClick={editor.redo}
      />
      {showsKeys ? (
        <Suspense>
          <KeysDialog onClose={() => setShowsKeys(false)} />
        </Suspense>
      ) : null}
    </header>
  );
}

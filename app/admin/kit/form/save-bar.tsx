import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useBlocker } from "react-router";
import { useEditingWords } from "#app/admin/kit/messages/editing.ts";
import { useChangedForm, useDirtyForm } from "#app/browser/dirty-forms.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";

interface SaveBarProps {
  isDirty: boolean;
  /** What is unsaved is kept elsewhere, so leaving the page loses nothing. */
  isSafe?: boolean;
  busy: boolean;
  /** In place of "Save". */
  label?: string | undefined;
  /** In place of "Unsaved changes". */
  unsaved?: string | undefined;
  /** Saves, where the bar is not in a form of its own. */
  onSave?: () => void;
  /** Puts back what was stored. */
  onDiscard: () => void;
  /** What the server refused, in words. */
  problem?: string | undefined;
  /** Nothing is wrong with it: a colleague has to approve it. */
  isAsked?: boolean;
  /** The last save succeeded. */
  isSaved?: boolean | undefined;
  /** Further actions, at the end of the bar. */
  children?: ReactNode;
}

/**
 * The lower edge of a form: it says what is unsaved, saves or discards it, and asks before the page is left.
 */
export function SaveBar({
  isDirty,
  isSafe = !isDirty,
  busy,
  label,
  unsaved,
  onSave,
  onDiscard,
  problem,
  isAsked = false,
  isSaved,
  children,
}: SaveBarProps) {
  const words = useEditingWords();
  useDirtyForm(!isSafe && !busy);
  useChangedForm(isDirty);
  const bar = useRef<HTMLDivElement>(null);
  useSaveKey(bar);
  return (
    <div
      ref={bar}
      data-save-bar
      className={`sticky bottom-(--bottom-bar) z-10 -mx-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t bg-card px-4 py-3 lg:-mx-8 lg:px-8 ${isDirty ? "border-ink" : "border-rule"}`}
    >
      <Button
        type={onSave ? "button" : "submit"}
        look={isDirty ? "primary" : "quiet"}
        busy={busy}
        data-sends=""
        onClick={onSave}
      >
        {busy ? words.saving : (label ?? words.save)}
      </Button>
      {isDirty ? (
        <Button look="bare" onClick={onDiscard}>
          {words.discard}
        </Button>
      ) : null}
      <p role="status" className={!problem ? "text-muted" : isAsked ? "" : "text-stamp"}>
        {problem ?? (isDirty ? (unsaved ?? words.unsaved) : isSaved ? words.saved : "")}
      </p>
      <div className="ml-auto flex flex-wrap items-center gap-2">{children}</div>
      <LeaveDialog isDirty={!isSafe && !busy} />
    </div>
  );
}

/** Ctrl-S or ⌘S presses the bar's button; the browser's own "save page" stays away from a form. */
function useSaveKey(bar: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || event.altKey || event.shiftKey) return;
      if (!(event.ctrlKey || event.metaKey) || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      bar.current?.querySelector<HTMLButtonElement>("button")?.click();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [bar]);
}

function LeaveDialog({ isDirty }: { isDirty: boolean }) {
  const { leave } = useEditingWords();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  const isOpen = blocker.state === "blocked";
  return (
    <Dialog
      place="small"
      title={leave.title}
      open={isOpen}
      onClose={() => isOpen && blocker.reset()}
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="quiet" onClick={() => isOpen && blocker.reset()}>
            {leave.stay}
          </Button>
          <Button look="danger" onClick={() => isOpen && blocker.proceed()}>
            {leave.go}
          </Button>
        </div>
      }
    >
      <p className="p-5">{leave.text}</p>
    </Dialog>
  );
}

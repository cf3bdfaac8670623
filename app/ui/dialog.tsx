import { type ReactNode, useDeferredValue, useEffect, useId, useRef } from "react";
import { returnFocus } from "#app/browser/focus/return-focus.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { IconButton } from "./button.tsx";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Stays at the lower edge while the rest scrolls. */
  footer?: ReactNode;
  /** `small` is one question; `sheet` comes from below, within reach of a thumb; `half` does so on phones only. */
  place?: "centre" | "small" | "side" | "sheet" | "half" | "full";
}

const places = {
  centre: "m-auto w-[min(40rem,calc(100vw-2rem))] max-h-[88dvh] bg-paper border border-rule",
  small: "m-auto w-[min(28rem,calc(100vw-2rem))] max-h-[88dvh] bg-paper border border-rule",
  side: "drawer drawer-side border-l border-rule",
  sheet: "drawer drawer-bottom border-t border-rule",
  half: "drawer drawer-half border-t border-rule md:border-t-0 md:border-l",
  full: "m-0 h-dvh max-h-none w-screen max-w-none bg-paper",
};

/**
 * Where a dialog has a height of its own, its content fills it. Elsewhere the content must not: in WebKit a share of the height
 * that fits the content is none, and the dialog would be empty.
 */
const filled = {
  centre: "",
  small: "",
  side: "h-full",
  sheet: "",
  half: "md:h-full",
  full: "h-full",
};

/** The platform's dialog: it traps the focus, restores it, and closes on Escape. */
export function Dialog({
  open: isOpenRequested,
  onClose,
  title,
  children,
  footer,
  place = "centre",
}: DialogProps) {
  // Opening is deferred: it recalculates the style of the whole page, so the browser paints the pressed button first.
  const isOpenDeferred = useDeferredValue(isOpenRequested);
  const open = isOpenRequested && isOpenDeferred;
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const words = useWords();

  // When the opening is requested the pressed control still has the focus. A menu closes before the dialog opens.
  useEffect(() => (isOpenRequested ? returnFocus() : undefined), [isOpenRequested]);

  useEffect(() => {
    const element = dialog.current;
    if (!element || open === element.open) return;
    if (open) element.showModal();
    else element.close();
  }, [open]);

  // The back button closes the dialog.
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!open) return;
    const onBack = () => close.current();
    addEventListener("popstate", onBack);
    return () => removeEventListener("popstate", onBack);
  }, [open]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      className={places[place]}
    >
      {open ? (
        <div className={`flex max-h-[inherit] flex-col ${filled[place]}`}>
          <div className="flex items-center justify-between gap-4 border-b border-rule bg-card py-1.5 pr-1.5 pl-5">
            <h2 id={titleId} className="text-lg">
              {title}
            </h2>
            <IconButton icon="x" label={words.close} onClick={onClose} />
          </div>
          <div className="min-h-0 grow overflow-y-auto overscroll-contain p-5">{children}</div>
          {footer ? (
            <div className="border-t border-rule bg-card p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
              {footer}
            </div>
          ) : null}
        </div>
      ) : null}
    </dialog>
  );
}

import type { ReactNode } from "react";

interface PageFormProps {
  onSubmit: (form: HTMLFormElement) => unknown;
  /** It has opened below what it changes: a rule parts the two. */
  isOpened?: boolean;
  children: ReactNode;
}

/** A form that the page handles itself. Browser validation is off: problems are shown beside the field. */
export function PageForm({ onSubmit, isOpened = false, children }: PageFormProps) {
  return (
    <form
      noValidate
      className={`grid gap-4 ${isOpened ? "border-t border-rule pt-4" : ""}`}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(event.currentTarget);
      }}
    >
      {children}
    </form>
  );
}

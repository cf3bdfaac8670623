import type { ComponentProps } from "react";
import { Icon } from "./icon.tsx";

interface FileInputProps extends Omit<ComponentProps<"input">, "type"> {
  /** Label of the button. The browser's own button uses the browser's language, not the page's. */
  action: string;
  /** The name of the file that was chosen. */
  chosen?: string | undefined;
}

/** A file input: the browser's control covers the label, so that it gets presses, focus and drops. */
export function FileInput({ action, chosen, ...rest }: FileInputProps) {
  return (
    <span className="relative flex min-h-11 items-center gap-2 border border-control bg-card px-3.5 font-semibold text-ink hover:border-ink has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-carbon has-[input:disabled]:opacity-60 has-[input[aria-invalid]]:border-2 has-[input[aria-invalid]]:border-stamp">
      <Icon name="plus" className="size-4" />
      <span aria-hidden="true" className="truncate">
        {chosen ?? action}
      </span>
      <input {...rest} type="file" className="absolute inset-0 w-full cursor-pointer opacity-0" />
    </span>
  );
}

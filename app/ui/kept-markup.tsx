import type { ReactNode } from "react";
import type { DocumentPart } from "#app/document-part.ts";

interface KeptMarkupProps<T> {
  /** Undefined in the browser that has the document. */
  of: DocumentPart<T> | undefined;
  as?: "div" | "ul";
  className?: string;
  /** Without state, refs and handlers of their own: hydration does not see them. */
  children: (data: T) => ReactNode;
}

/** Markup that a document keeps as the server wrote it, and a navigation in the browser renders. */
export function KeptMarkup<T>({
  of,
  as: Element = "div",
  className,
  children,
}: KeptMarkupProps<T>) {
  if (of === undefined) {
    return (
      <Element
        className={className}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: hydration keeps the server's content
        dangerouslySetInnerHTML={{ __html: "" }}
      />
    );
  }
  return <Element className={className}>{children(dataOf(of))}</Element>;
}

function dataOf<T>(part: DocumentPart<T>): T {
  return typeof part === "function" ? (part as () => T)() : part;
}

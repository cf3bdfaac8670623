import type { ComponentProps } from "react";

export interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  /** An address of the shop, with its language: see `useLocalPath`. */
  to: string;
  preventScrollReset?: boolean;
  /** The page left behind is not worth going back to. */
  replace?: boolean;
  /** Loads the document: after a failure, when the signed-in person changed, for the other language. */
  reloadDocument?: boolean;
}

/**
 * A plain anchor. One listener for the whole page (`LinkNavigation`) makes it open without loading: a list has
 * sixty of them, and a component with hooks for each was a tenth of the work of rendering it.
 */
export function Link({ to, preventScrollReset, replace, reloadDocument, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={to}
      // The router asks for the routes behind these ahead of time.
      data-discover={reloadDocument ? undefined : "true"}
      data-keep-scroll={preventScrollReset || undefined}
      data-replace={replace || undefined}
    />
  );
}

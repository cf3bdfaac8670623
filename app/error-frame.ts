import { isRouteErrorResponse } from "react-router";
import type { PublicConfig } from "#app/context.ts";
import type { ShellData } from "#app/ui/domain/shell-data.ts";
import type { ShownBanner, ShownLook } from "#shop/content/live-site.server.ts";
import type { Merchant } from "#shop/settings/merchant/merchant.ts";

/** Data of a page's frame, for a page that was refused before any loader ran. */
export interface ErrorFrame extends ShellData {
  readonly publicConfig: PublicConfig;
  readonly merchant: Merchant;
  readonly look: ShownLook | null;
  readonly banner: ShownBanner | null;
}

/** The frame that a guard has sent along with its refusal (error-frame.server.ts), if it could. */
export function frameOf(error: unknown): ErrorFrame | undefined {
  return isRouteErrorResponse(error) ? error.data?.frame : undefined;
}

import { data, type RouterContextProvider } from "react-router";
import { publicConfigContext } from "#app/context.ts";
import { log } from "#base/log.server.ts";
import { findBanner, findLook } from "#shop/content/live-site.server.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import type { ErrorFrame } from "./error-frame.ts";
import { languageOf } from "./language.ts";
import { shellData } from "./ui/domain/shell-data.server.ts";

/**
 * A response for guards to throw. Guards run before every loader, so it includes the shop's name, categories and
 * settings.
 * @param status 403 without permission, 503 when the database could not identify the actor
 */
export async function refusal(
  status: 403 | 503,
  context: Readonly<RouterContextProvider>,
  url: URL,
) {
  const frame = await readFrame(context, url).catch((error: unknown) => {
    log.warn({ err: error }, "a refused page goes without its frame");
    return undefined;
  });
  return data({ code: status === 403 ? "unauthorised" : "temporarily_unavailable", frame }, status);
}

async function readFrame(context: Readonly<RouterContextProvider>, url: URL): Promise<ErrorFrame> {
  return {
    publicConfig: context.get(publicConfigContext),
    merchant: await findMerchant(),
    look: await findLook(),
    banner: await findBanner(languageOf(url.pathname)),
    ...(await shellData(url)),
  };
}

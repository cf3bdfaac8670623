import { data, type RouterContextProvider } from "react-router";
import { publicConfigContext } from "#app/context.ts";
import { log } from "#base/log.server.ts";
import { findMerchant } from "#shop/merchant/find-merchant.server.ts";
import type { ErrorFrame } from "./error-frame.ts";
import { shellData } from "./ui/domain/shell-data.server.ts";

/**
 * To be thrown by a guard. It stands before every loader, so the page's name, categories and settings go along with it.
 * @param status 403 for somebody who may not, 503 when the database could not say who asks
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
    ...(await shellData(url)),
  };
}

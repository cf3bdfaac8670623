import { listProviders } from "#integrations/payment/providers.server.ts";

/**
 * How money can go back: the way it came, or by bank transfer when there was no provider in between (a transfer, cash)
 * or it is no longer connected.
 */
export function channelFor(providerName: string, methodId: string): "original" | "bank_transfer" {
  const provider = listProviders().find(({ name }) => name === providerName);
  const method = provider?.methods.find(({ id }) => id === methodId);
  return method && method.kind !== "offline" ? "original" : "bank_transfer";
}

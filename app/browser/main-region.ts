import { type ChosenRegion, useCart } from "#app/browser/cart/cart-store.ts";

let asked: Promise<void> | undefined;

/** Learns where the signed-in person has things sent. It stays in the page: a shared device keeps no address. */
export function learnMainRegion(address: string): Promise<void> {
  asked ??= (async () => {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`main region answered ${response.status}`);
    useCart.setState({ home: (await response.json()) as ChosenRegion | null });
  })();
  return asked;
}

/** How staff receive money outside the payment methods that the shop offers. */
export const counterMethods = ["transfer", "cash", "reader"] as const;
export type CounterMethod = (typeof counterMethods)[number];

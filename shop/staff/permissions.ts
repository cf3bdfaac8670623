/** What staff may do, as `area.verb`. */
export const permissions = ["shipping.read", "shipping.edit"] as const;
export type Permission = (typeof permissions)[number];

/** The address at which a courier shows a shipment; undefined without a tracking address or number. */
export function trackingLink(
  trackingUrl: string | null,
  trackingNumber: string | null,
): string | undefined {
  if (!trackingUrl || !trackingNumber) return undefined;
  return trackingUrl.replace("{resi}", encodeURIComponent(trackingNumber));
}

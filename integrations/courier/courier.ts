/** Live rates of couriers. Amounts are whole rupiah, weights are grams. */
export interface CourierRates {
  readonly name: string;
  /**
   * The price of each service; a service that does not serve the destination is missing.
   * @throws any error while the courier is unavailable; the caller has a fallback
   */
  ask(shipment: ShipmentRequest, signal: AbortSignal): Promise<readonly CourierQuote[]>;
}

export interface ShipmentRequest {
  /** Region codes, kecamatan or kelurahan. */
  readonly origin: string;
  readonly destination: string;
  readonly grams: number;
}

export interface CourierQuote {
  /** The values of shipping_methods.courier and service. */
  readonly courier: string;
  readonly service: string;
  readonly price: number;
}

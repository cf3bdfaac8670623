/** What couriers ask for a shipment at this moment. Money is whole rupiah, weights are grams. */
export interface CourierRates {
  readonly name: string;
  /**
   * What each of its services asks; a service that does not go there is missing.
   * @throws anything while it cannot be asked; the caller has its own way without it
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
  /** As shipping_methods.courier and service name them. */
  readonly courier: string;
  readonly service: string;
  readonly price: number;
}

/** Live rates of couriers. Amounts are whole rupiah, weights are grams. */
export interface CourierRates {
  readonly name: string;
  /**
   * The price of each service; a service that does not serve the destination is missing.
   * @throws any error while the courier is unavailable; the caller has a fallback
   */
  ask(shipment: ShipmentRequest, signal: AbortSignal): Promise<readonly CourierQuote[]>;
  /**
   * Orders the transport of a shipment. A repeated call with the same reference returns the first call's number. Absent
   * where the provider assigns no numbers.
   * @throws CourierError
   */
  book?(booking: Booking, signal: AbortSignal): Promise<{ readonly tracking_number: string }>;
  /**
   * Where a shipment is. Absent where the provider cannot say.
   * @returns undefined for an unknown number
   * @throws CourierError
   */
  track?(shipment: TrackedShipment, signal: AbortSignal): Promise<Tracking | undefined>;
}

export interface ShipmentRequest {
  /** Region codes, kecamatan or kelurahan. */
  readonly origin: string;
  readonly destination: string;
  readonly grams: number;
}

export interface CourierQuote {
  /** The values of shipping_methods.courier and service, in any letter case. */
  readonly courier: string;
  readonly service: string;
  readonly price: number;
}

/** One side of a transport. */
export interface BookingParty {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  /** Five digits. */
  readonly postal_code: string;
}

export interface Booking {
  /** The shipment's id: the provider's idempotency key. */
  readonly reference: string;
  readonly courier: string;
  readonly service: string;
  readonly from: BookingParty;
  readonly to: BookingParty;
  readonly items: readonly {
    readonly name: string;
    readonly price: number;
    readonly quantity: number;
    readonly weight_grams: number;
  }[];
}

export interface TrackedShipment {
  readonly courier: string;
  readonly tracking_number: string;
  /** Some couriers ask for the end of the recipient's number. */
  readonly phone: string;
}

export interface Tracking {
  readonly is_delivered: boolean;
  /** The provider's word. */
  readonly status: string;
  /** The newest first. */
  readonly events: readonly { readonly at: string; readonly text: string }[];
}

/** A refusal of a provider, or its absence. `message` is for the log. */
export class CourierError extends Error {
  readonly code: "courier_unavailable" | "courier_refused";
  /** Seconds after which the provider wants to be asked again, where it says so. */
  readonly retryAfter: number | undefined;

  constructor(code: CourierError["code"], message: string, retryAfter?: number) {
    super(message);
    this.name = "CourierError";
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** The recipient as the order stores it. */
export interface Recipient {
  readonly recipient: string;
  readonly phone: string;
  readonly street: string;
  readonly landmark: string;
  readonly region_name: string;
  readonly region_code: string;
  readonly postal_code: string;
  readonly label: string;
  readonly email: string;
}

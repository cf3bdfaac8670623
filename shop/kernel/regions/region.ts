/** One hit of the search box: `Sukajadi, Sukajadi, Kota Bandung, Jawa Barat 40162`. */
export interface RegionHit {
  readonly code: string;
  readonly label: string;
  readonly postal_code: string;
}

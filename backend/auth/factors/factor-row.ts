/** A row of `auth.mfa_factors`. */
export interface FactorRow {
  id: string;
  user_id: string;
  friendly_name: string;
  factor_type: string;
  status: "unverified" | "verified";
  secret: string | null;
  phone: string | null;
  last_used_step: number | null;
}

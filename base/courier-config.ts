/** Settings of the courier that says live prices. Problems never repeat keys. */
export interface CourierConfig {
  readonly courier: CourierSettings;
}

export type CourierSettings =
  | { readonly name: "builtin" }
  | {
      readonly name: "rajaongkir" | "biteship";
      readonly key: string;
      /** The provider's codes of the couriers that are asked, e.g. `jne`. */
      readonly codes: readonly string[];
      /** Replaces the provider's address, for a test double. */
      readonly apiUrl: string | undefined;
    };

const courierNames = ["builtin", "rajaongkir", "biteship"] as const;

export const courierSettingNames = [
  "COURIER",
  "COURIER_CODES",
  "RAJAONGKIR_KEY",
  "RAJAONGKIR_API_URL",
  "BITESHIP_KEY",
  "BITESHIP_API_URL",
] as const;

const usualCodes = "jne,sicepat,jnt,pos,tiki";
const shortestKey = 8;

type Environment = Readonly<Record<string, string | undefined>>;

/** @param problem called with each missing or invalid setting */
export function readCourierConfig(
  env: Environment,
  problem: (text: string) => void,
): CourierConfig {
  const name = courierNames.find((one) => one === (env.COURIER || "builtin"));
  if (name === undefined) {
    problem(`COURIER is "${env.COURIER}", but must be one of: ${courierNames.join(", ")}`);
  }
  if (name === undefined || name === "builtin") return { courier: { name: "builtin" } };
  const prefix = name.toUpperCase();
  const key = env[`${prefix}_KEY`] ?? "";
  if (key.length < shortestKey) problem(`${prefix}_KEY must be set for COURIER=${name}`);
  const codes = (env.COURIER_CODES || usualCodes)
    .split(",")
    .map((code) => code.trim().toLowerCase())
    .filter(Boolean);
  if (codes.length === 0 || !codes.every((code) => /^[a-z0-9_]{1,30}$/.test(code))) {
    problem("COURIER_CODES must name couriers by their codes, e.g. jne,sicepat");
  }
  const apiUrl = env[`${prefix}_API_URL`] || undefined;
  if (apiUrl !== undefined && !/^https?:$/.test(URL.parse(apiUrl)?.protocol ?? "")) {
    problem(`${prefix}_API_URL must be an address that starts with http: or https:`);
  }
  return { courier: { name, key, codes, apiUrl: apiUrl?.replace(/\/+$/, "") } };
}

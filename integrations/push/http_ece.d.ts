declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  interface Parameters {
    readonly version: "aes128gcm";
    readonly privateKey: ECDH;
    /** base64url */
    readonly authSecret: string;
  }

  /** @param parameters.dh the receiver's public key, base64url */
  export function encrypt(content: Uint8Array, parameters: Parameters & { dh: string }): Buffer;
  export function decrypt(content: Uint8Array, parameters: Parameters): Buffer;
}

import type { Caller } from "#db/client.server.ts";

/** Roles as in the specification. `USER` means staff; only this file compares role names. */
export type Role = "CUSTOMER" | "USER" | "ADMIN";

/** The actor of a use case: its first argument. */
export type Actor =
  | { readonly kind: "visitor" }
  | {
      readonly kind: "person";
      readonly id: string;
      readonly role: Role;
      readonly email: string | undefined;
      /** The claims of the verified access token, as row-level security reads them. */
      readonly claims: Readonly<Record<string, unknown>>;
    };

export type Person = Extract<Actor, { kind: "person" }>;

export const visitor: Actor = { kind: "visitor" };

export function isStaff(actor: Actor): boolean {
  return actor.kind === "person" && (actor.role === "USER" || actor.role === "ADMIN");
}

/** Staff who may also change settings that apply to everybody. */
export function isAdmin(actor: Actor): actor is Person {
  return actor.kind === "person" && actor.role === "ADMIN";
}

export function isRole(value: unknown): value is Role {
  return value === "CUSTOMER" || value === "USER" || value === "ADMIN";
}

/** The actor's role and claims for the database. */
export function callerOf(actor: Actor): Caller {
  switch (actor.kind) {
    case "visitor":
      return { dbRole: "anon", claims: {} };
    case "person":
      return { dbRole: "authenticated", claims: actor.claims };
  }
}

import type { Caller } from "#db/client.server.ts";
import type { Permission } from "./permissions.ts";

/** Roles as in the specification. `USER` means staff, whose staff role decides; only this file compares role names. */
export type Role = "CUSTOMER" | "USER" | "ADMIN";

/** The actor of a use case: its first argument. */
export type Actor =
  | {
      readonly kind: "visitor";
      /** SHA-256 of the key that a visitor who designs has in a cookie. */
      readonly guest?: string;
    }
  | {
      readonly kind: "person";
      readonly id: string;
      readonly role: Role;
      readonly email: string | undefined;
      /** What the person may do as staff; empty for customers. */
      readonly permissions: readonly Permission[];
      /** The claims of the verified access token, as row-level security reads them. */
      readonly claims: Readonly<Record<string, unknown>>;
      /** The number of the request, as the log of the program names it. */
      readonly requestId?: string;
      /** As of visitors; accounts of guests go on with it. */
      readonly guest?: string;
      /** Staff who may do nothing until they have the second factor that the shop asks for. */
      readonly lacksStaffFactor?: boolean;
      /** Staff who look at the back office as somebody with this role would. They write nothing. */
      readonly preview?: { readonly id: string; readonly name: string };
    };

export type Person = Extract<Actor, { kind: "person" }>;

export const visitor: Actor = { kind: "visitor" };

export function isStaff(actor: Actor): boolean {
  return hasStaffRole(actor) && !actor.lacksStaffFactor;
}

/** Also true for staff who still have to set up a second factor. */
export function hasStaffRole(actor: Actor): actor is Person {
  return actor.kind === "person" && (actor.role === "USER" || actor.role === "ADMIN");
}

/** Whether the actor may do everything. PostgreSQL decides again at each write. */
export function isAdministrator(actor: Actor): boolean {
  return actor.kind === "person" && actor.role === "ADMIN";
}

/** Whether the actor had the permission when the request began. PostgreSQL decides again at each write. */
export function may(actor: Actor, permission: Permission): boolean {
  return actor.kind === "person" && actor.permissions.includes(permission);
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

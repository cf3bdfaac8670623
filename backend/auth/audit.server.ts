import type { Sql } from "#db/client.server.ts";

type Action =
  | "user_signedup"
  | "user_invited"
  | "user_confirmation_requested"
  | "user_recovery_requested"
  | "user_modified"
  | "login"
  | "logout"
  | "token_revoked"
  | "factor_in_progress"
  | "factor_verified"
  | "factor_deleted"
  | "recovery_codes_made"
  | "recovery_codes_removed"
  | "recovery_code_used"
  | "reauthenticated";

/** Writes an audit entry about an account. Source of the shape: GoTrue's `audit_log_entries.payload`. */
export async function noteAction(
  sql: Sql,
  action: Action,
  of: { userId: string; ip?: string; traits?: Record<string, string> },
): Promise<void> {
  const payload = {
    action,
    actor_id: of.userId,
    log_type: typeOf(action),
    traits: of.traits ?? {},
  };
  await sql`
    insert into auth.audit_log_entries (payload, ip_address) values (${sql.json(payload)}, ${of.ip ?? ""})`;
}

function typeOf(action: Action): string {
  if (action.startsWith("factor") || action.startsWith("recovery_code")) return "factor";
  if (action === "token_revoked") return "token";
  return action === "login" || action === "logout" ? "account" : "user";
}

import type { StorageContext } from "#backend/storage/context.server.ts";
import { accessDenied } from "#backend/storage/errors.ts";
import type { ObjectAddress } from "#backend/storage/names.ts";
import { isUuid } from "#base/uuid.ts";
import { asCaller, asShop, type Caller } from "#db/client.server.ts";
import { openToken, type SignedRight } from "./signed-token.server.ts";

/**
 * The right of a signed upload. It is that of the person who requested it, so it ends when that account is
 * banned or deleted.
 * @throws StorageError
 */
export async function uploadRight(
  context: StorageContext,
  token: string | undefined,
  address: ObjectAddress,
): Promise<SignedRight> {
  const right = await openToken(context.keys, token, "upload", address);
  if (right.owner === null || !isUuid(right.owner)) return right;
  const [account] = await asShop()<{ is_barred: boolean }[]>`
    select deleted_at is not null or coalesce(banned_until > now(), false) as is_barred
    from auth.users where id = ${right.owner}`;
  // The owner in a merchant's custom token may have no account.
  if (account ? account.is_barred : right.ownerHasAccount) throw accessDenied();
  return right;
}

/** Whether the caller's session and account are still valid; policies check the same (docs/why/auth.md). */
export async function isAdmitted(caller: Caller): Promise<boolean> {
  if (caller.dbRole === "anon" || caller.dbRole === "service_role") return true;
  return asCaller(
    // A custom role may lack the right to execute the function.
    { ...caller, dbRole: "authenticated" },
    async (sql) => {
      const [row] = await sql<{ admitted: boolean }[]>`
        select private.has_required_aal() as admitted`;
      return row?.admitted === true;
    },
    "read only",
  );
}

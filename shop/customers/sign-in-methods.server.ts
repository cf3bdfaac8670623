import { fail, ok, type Result } from "#base/result.ts";
import { asShop, violatedConstraint } from "#db/client.server.ts";
import type { Person } from "#shop/kernel/access.ts";

export interface SecondFactor {
  readonly id: string;
  readonly friendly_name: string;
  readonly kind: "app" | "phone";
  /** The last four digits of the phone number that receives codes. */
  readonly digits: string | null;
  /** ISO 8601 */
  readonly created_at: string;
}

export interface LinkedIdentity {
  readonly id: string;
  /** `email`, `phone`, or the name of an external provider. */
  readonly provider: string;
  /** The person's account name at the provider. */
  readonly account: string | null;
  readonly created_at: string;
}

/** An account's sign-in methods, without secrets. */
export interface SignInKeys {
  readonly has_password: boolean;
  readonly email: string | null;
  /** E.164 */
  readonly phone: string | null;
  readonly factors: readonly SecondFactor[];
  readonly identities: readonly LinkedIdentity[];
  /** Number of unused recovery codes; null when none were ever created. */
  readonly recovery_codes_left: number | null;
}

/** Oldest first. */
export async function readSignInKeys(actor: Person): Promise<SignInKeys> {
  const [row] = await asShop()<SignInKeys[]>`
    select u.encrypted_password is not null as has_password, u.email, '+' || u.phone as phone,
      (
        select coalesce(json_agg(json_build_object('id', f.id, 'friendly_name', f.friendly_name,
          'kind', case f.factor_type when 'phone' then 'phone' else 'app' end,
          'digits', right(f.phone, 4), 'created_at', f.created_at) order by f.created_at, f.id), '[]')
        from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'
      ) as factors,
      (
        select coalesce(json_agg(json_build_object('id', i.id, 'provider', i.provider,
          'account', case i.provider when 'phone' then '+' || u.phone else coalesce(i.email, u.email) end,
          'created_at', i.created_at) order by i.created_at, i.id), '[]')
        from auth.identities i where i.user_id = u.id
      ) as identities,
      (
        select case when count(*) > 0 then (count(*) filter (where c.used_at is null))::int end
        from auth.recovery_codes c where c.user_id = u.id
      ) as recovery_codes_left
    from auth.users u where u.id = ${actor.id} and u.deleted_at is null`;
  return (
    row ?? {
      has_password: false,
      email: null,
      phone: null,
      factors: [],
      identities: [],
      recovery_codes_left: null,
    }
  );
}

/** @param name on one line, up to 40 characters */
export async function renameFactor(
  actor: Person,
  id: string,
  name: string,
): Promise<Result<null, "mfa_factor_name_conflict" | "mfa_factor_not_found">> {
  try {
    const { count } = await asShop()`
      update auth.mfa_factors set friendly_name = ${name}
      where id = ${id} and user_id = ${actor.id} and status = 'verified'`;
    return count === 1 ? ok(null) : fail("mfa_factor_not_found");
  } catch (error) {
    if (violatedConstraint(error) === "mfa_factor_name_conflict") {
      return fail("mfa_factor_name_conflict");
    }
    throw error;
  }
}

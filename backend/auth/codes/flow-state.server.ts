import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { AuthError } from "#backend/auth/errors.ts";
import type { Challenge } from "#backend/auth/input.ts";
import type { Sql } from "#db/client.server.ts";

interface FlowRow {
  id: string;
  user_id: string | null;
  code_challenge: string;
  code_challenge_method: "s256" | "plain";
  authentication_method: string;
  provider_tokens: string | null;
  is_expired: boolean;
}

/**
 * Stores a client's proof key until its link is opened.
 * @param method the `amr` method of the later session
 */
export async function startFlow(
  sql: Sql,
  challenge: Challenge,
  userId: string,
  method: string,
  from: { provider: string; sealedTokens: string } | undefined = undefined,
): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into auth.flow_state
      (user_id, code_challenge, code_challenge_method, provider_type, authentication_method, provider_tokens)
    values (${userId}, ${challenge.challenge}, ${challenge.method}, ${from?.provider ?? "email"}, ${method},
      ${from?.sealedTokens ?? null})
    returning id`;
  if (!row) throw new Error("no flow row");
  return row.id;
}

/** The code that the client exchanges for a session; valid for five minutes. */
export async function issueAuthCode(sql: Sql, flowId: string): Promise<string> {
  const code = randomUUID();
  await sql`
    update auth.flow_state set auth_code = ${hash(code)}, auth_code_issued_at = now(), updated_at = now()
    where id = ${flowId}`;
  return code;
}

/**
 * Uses up an authorisation code, also with a wrong verifier, because another client then has the code.
 * @returns the error that the caller throws after the commit, or the session's owner
 */
export async function redeemAuthCode(
  sql: Sql,
  code: string,
  verifier: string,
): Promise<AuthError | { userId: string; method: string; sealedTokens: string | undefined }> {
  const [flow] = await sql<FlowRow[]>`
    delete from auth.flow_state where auth_code = ${hash(code)}
    returning *, auth_code_issued_at < now() - interval '5 minutes' as is_expired`;
  if (!flow?.user_id) {
    return new AuthError(
      404,
      "flow_state_not_found",
      "invalid flow state, no valid flow state found",
    );
  }
  if (flow.is_expired) {
    return new AuthError(422, "flow_state_expired", "invalid flow state, flow state has expired");
  }
  const shown =
    flow.code_challenge_method === "plain"
      ? verifier
      : createHash("sha256").update(verifier).digest("base64url");
  const isSame =
    shown.length === flow.code_challenge.length &&
    timingSafeEqual(Buffer.from(shown), Buffer.from(flow.code_challenge));
  if (!isSame) {
    return new AuthError(
      400,
      "bad_code_verifier",
      "code challenge does not match previously saved code verifier",
    );
  }
  return {
    userId: flow.user_id,
    method: flow.authentication_method,
    sealedTokens: flow.provider_tokens ?? undefined,
  };
}

function hash(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}

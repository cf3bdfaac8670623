import type { Context } from "hono";
import { noteAction } from "#backend/auth/audit.server.ts";
import type { AuthContext } from "#backend/auth/context.server.ts";
import { invalid } from "#backend/auth/errors.ts";
import { requireUser } from "#backend/auth/request.server.ts";
import { inTransaction } from "#db/client.server.ts";
import { endSessions } from "./sessions.server.ts";

/** POST /logout?scope=global|local|others */
export async function logOut(context: AuthContext, c: Context): Promise<Response> {
  const { user, session } = await requireUser(context, c);
  const scope = c.req.query("scope") || "global";
  if (scope !== "global" && scope !== "local" && scope !== "others") {
    throw invalid(`Unsupported logout scope "${scope.slice(0, 40)}"`);
  }
  await inTransaction(async (sql) => {
    await endSessions(sql, user.id, session.id, scope);
    await noteAction(sql, "logout", {
      userId: user.id,
      ip: context.clientIp(c),
      traits: { scope },
    });
  });
  return c.body(null, 204);
}

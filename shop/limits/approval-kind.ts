import type { Sql } from "#db/client.server.ts";
import type { ApprovalKindName } from "./approval.ts";

/** How an approved act is performed. */
export interface ApprovalKind {
  readonly kind: ApprovalKindName;
  /**
   * Performs the act with its frozen payload, in the transaction of the decision and in the name of the requester. It
   * refuses when the thing is not what it was.
   * @returns why nothing may be done; the caller undoes what was written
   */
  perform(
    sql: Sql,
    requesterId: string,
    subjectId: string,
    payload: unknown,
  ): Promise<string | undefined>;
}

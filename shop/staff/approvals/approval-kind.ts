import type { Sql } from "#db/client.server.ts";
import type { ApprovalKindName } from "./approval.ts";

/** A stored request that was approved in this transaction. */
export interface ApprovedAct {
  readonly id: string;
  readonly requesterId: string;
  readonly subjectId: string;
  /** As `NewApproval.payload`. */
  readonly payload: unknown;
}

/** How an approved act is performed. */
export interface ApprovalKind {
  readonly kind: ApprovalKindName;
  /**
   * Performs the act with its frozen payload, in the transaction of the decision and in the name of the requester. It
   * refuses when the thing is not what it was.
   * @returns why nothing may be done, a code; the caller undoes what was written
   */
  perform(sql: Sql, act: ApprovedAct): Promise<string | undefined>;
  /** Whether the act benefits this person, who may then not approve it if a colleague can. Absent: never. */
  isOwn?(sql: Sql, subjectId: string, personId: string): Promise<boolean>;
}

/** The kinds by name. Callers pass them, because they are in modules after this one. */
export type ApprovalActs = Readonly<Record<ApprovalKindName, ApprovalKind>>;

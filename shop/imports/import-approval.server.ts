import * as v from "valibot";
import type { ApprovalKind } from "#shop/staff/approvals/approval-kind.ts";
import { insertTask } from "#shop/staff/tasks/start-task.server.ts";
import { isSame } from "#shop/staff/three-way.ts";
import type { ImportCounts } from "./import.ts";
import { kindNamed } from "./kinds.server.ts";
import { importTask } from "./run-import.server.ts";

const payloadSchema = v.strictObject({ check_task: v.string(), counts: v.looseObject({}) });

/** Starts an import that was not checked again since the request. */
export const importApproval: ApprovalKind = {
  kind: "import",
  async perform(sql, { id: approval, requesterId, subjectId, payload }) {
    const { check_task, counts } = v.parse(payloadSchema, payload);
    const [file] = await sql<
      {
        kind: string;
        name: string;
        counts: ImportCounts | null;
        check_task: string | null;
        run_task: string | null;
        is_permitted: boolean;
      }[]
    >`
      select kind, name, counts, check_task, run_task, private.may(created_by, 'imports.run') as is_permitted
      from imports where id = ${subjectId} and created_by = ${requesterId} for update`;
    if (!file) return "not_found";
    if (!file.is_permitted) return "requester_not_permitted";
    if (file.run_task !== null || file.check_task !== check_task) return "changed_since";
    if (!file.counts || !isSame(file.counts, counts)) return "changed_since";
    await insertTask(sql, { id: requesterId }, importTask(kindNamed(file.kind)), {
      id: approval,
      title: file.name,
      input: { import_id: subjectId },
      total: file.counts.rows,
      approval,
    });
    await sql`update imports set run_task = ${approval} where id = ${subjectId}`;
    return undefined;
  },
};

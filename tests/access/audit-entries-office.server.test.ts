import { randomUUID } from "node:crypto";
import { beforeAll, test } from "vitest";
import { changeStock } from "#shop/catalogue/stock/change-stock.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { approvalActs } from "#shop/office/approval-acts.server.ts";
import { explainDelivery } from "#shop/orders/cart/explain-delivery.server.ts";
import {
  approveAct,
  declineAct,
  withdrawAct,
} from "#shop/staff/approvals/decide-approval.server.ts";
import { runTask } from "#shop/staff/tasks/run-task.server.ts";
import {
  cancelTask,
  pauseTask,
  resumeTask,
  retryTask,
  startTask,
  undoTask,
} from "#shop/staff/tasks/start-task.server.ts";
import type { TaskKind } from "#shop/staff/tasks/task-kind.ts";
import { makeStaff, newestApproval, setLimits } from "#tests/support/builders/limits.ts";
import { openTestProviders, variantInStock } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import {
  type Act,
  about,
  actingAdmin,
  expectEntries,
  expectEveryUseCase,
  inRequest,
} from "./acts.ts";

testDatabase({ demo: true, max: 6 });
let admin: Person;
let asker: Person;
beforeAll(async () => {
  openTestProviders();
  admin = await actingAdmin();
  asker = inRequest(await makeStaff("gudang", "warehouse"));
  await setLimits({ write_off: 100_000 });
});

/** Refuses its only row, so that it can be tried again. */
const kind: TaskKind = {
  kind: "refuse-one",
  permission: "products.edit",
  undoDays: 30,
  chunk: async () => ({
    cursor: null,
    total: 1,
    rows: [{ row_no: 0, subject_id: null, outcome: "failed", code: "refused" }],
  }),
  retry: async () => [{ row_no: 0, subject_id: null, outcome: "done", before: "", after: "!" }],
  undo: async () => [{ row_no: 0, subject_id: null, outcome: "undone" }],
};
const ids = {
  task: randomUUID(),
  retried: randomUUID(),
  undone: randomUUID(),
  other: randomUUID(),
};
const run = (id: string) => runTask(new Map([[kind.kind, kind]]), id);
const started = (id: string) => ({ id, title: "Uji", input: {}, total: 1 });

let approval = "";
/** A write-off that waits for a second person. */
async function asked(): Promise<void> {
  const variant = await variantInStock(30);
  await asSeed()`insert into variant_costs (variant_id, cost) values (${variant}, 100000)`;
  await changeStock(asker, variant, {
    kind: "adjust",
    key: randomUUID(),
    quantity: -2,
    reason: "damaged",
    note: "",
  });
  approval = (await newestApproval()).id;
}

const taskFacts = "cancel_asked id kind mode permission state title";
const ofTask = (name: keyof typeof ids) => about("staff_task", ids[name]);
const ofApproval = about("approval", () => approval);

/** In order: later ones need earlier ones. */
const acts: readonly Act[] = [
  {
    name: "a task",
    useCase: "startTask",
    run: () => startTask(admin, kind, started(ids.task)),
    entries: [ofTask("task")("staff_tasks.created", taskFacts)],
    again: true,
  },
  {
    name: "a task that pauses",
    useCase: "pauseTask",
    run: () => pauseTask(admin, ids.task),
    entries: [ofTask("task")("staff_tasks.changed", "state")],
    again: true,
  },
  {
    name: "a task that goes on",
    useCase: "resumeTask",
    run: () => resumeTask(admin, ids.task),
    entries: [ofTask("task")("staff_tasks.changed", "state")],
    again: true,
  },
  {
    name: "failed rows that are tried again",
    useCase: "retryTask",
    prepare: () => run(ids.task),
    run: () => retryTask(admin, ids.task, ids.retried),
    entries: [ofTask("retried")("staff_tasks.created", `${taskFacts} of_task`)],
  },
  {
    name: "rows that are put back",
    useCase: "undoTask",
    prepare: () => run(ids.retried),
    run: () => undoTask(admin, ids.retried, ids.undone),
    entries: [ofTask("undone")("staff_tasks.created", `${taskFacts} of_task`)],
  },
  {
    name: "a task that ends early",
    useCase: "cancelTask",
    prepare: () => startTask(admin, kind, started(ids.other)),
    run: () => cancelTask(admin, ids.other),
    entries: [ofTask("other")("staff_tasks.changed", "cancel_asked")],
  },
  {
    name: "a request that is approved",
    useCase: "approveAct",
    prepare: asked,
    run: () => approveAct(admin, approval, approvalActs),
    // The movement of the stock names who asked.
    entries: [ofApproval("approval.approved", "")],
  },
  {
    name: "a request that is declined",
    useCase: "declineAct",
    prepare: asked,
    run: () => declineAct(admin, approval, "Masih bisa dijual"),
    entries: [ofApproval("approval.declined", "")],
  },
  {
    // It writes an unsaved setting and undoes it.
    name: "a price of delivery that is tried",
    useCase: "explainDelivery",
    run: () =>
      explainDelivery(
        admin,
        {
          places: ["3273021001"],
          payment_method: null,
          cart: { weight_grams: 1000, goods: 50_000 },
        },
        null,
        "id",
      ),
    entries: [],
  },
];

const ofAsker: readonly Act[] = [
  {
    name: "a request that is withdrawn",
    useCase: "withdrawAct",
    prepare: asked,
    run: () => withdrawAct(asker, approval),
    entries: [ofApproval("approval.withdrawn", "")],
  },
];

test("each act on tasks, approvals and delivery tests leaves exactly its entries", async () => {
  await expectEntries(admin, acts);
  await expectEntries(asker, ofAsker);
});

test("every use case that writes tasks, approvals or delivery tests is one of these acts", () =>
  expectEveryUseCase(
    /^(staff\/tasks\/|staff\/approvals\/(?!role-limits|reset-factor|with-limits)|orders\/cart\/)/,
    [...acts, ...ofAsker],
  ));

import { Logger, run, type TaskList } from "graphile-worker";
import { backendJobs } from "#backend/jobs.server.ts";
import type { Config } from "#base/config-type.ts";
import { log } from "#base/log.server.ts";
import { directDatabaseUrl } from "#db/client.server.ts";
import { openPostgres } from "#db/driver.server.ts";
import { CurrentSigner } from "#integrations/mail/domain/current-signer.server.ts";
import { notifyBuiltin } from "#integrations/payment/builtin/notify.server.ts";
import {
  fillCollections,
  fillCollectionsTask,
} from "#shop/catalogue/collections/fill-collections.server.ts";
import { countWords, countWordsTask } from "#shop/catalogue/index/count-words.server.ts";
import { mergeCounts, mergeCountsTask } from "#shop/catalogue/index/merge-counts.server.ts";
import { purgeMedia } from "#shop/catalogue/media/purge-media.server.ts";
import { purgeUnusedMedia } from "#shop/catalogue/media/purge-unused-media.server.ts";
import { purgeSearches } from "#shop/catalogue/popular-searches.server.ts";
import { applyDueDrafts } from "#shop/catalogue/products/drafts/apply-drafts.server.ts";
import {
  refreshSearchTexts,
  refreshSearchTextsTask,
} from "#shop/catalogue/products/refresh-search-texts.server.ts";
import { purgeChanges } from "#shop/catalogue/purge-changes.server.ts";
import { runSyncSales, syncSalesTask } from "#shop/catalogue/sales/sync-sales.server.ts";
import {
  notifyLowStock,
  purgeStockCrossings,
} from "#shop/catalogue/stock/notify-low-stock.server.ts";
import { blankMailEvidence } from "#shop/consent/blank-evidence.server.ts";
import { applySite } from "#shop/content/publish-site.server.ts";
import {
  followBuyers,
  queueUnassignedOrders,
} from "#shop/customers/buyers/follow-buyers.server.ts";
import { purgeGuests } from "#shop/customers/purge-guests.server.ts";
import { purgeGuestDesigns } from "#shop/designs/guests/purge-guest-designs.server.ts";
import { drawMailPicture } from "#shop/designs/mail-picture.server.ts";
import { purgeVersions } from "#shop/designs/purge-versions.server.ts";
import { purgeAssets } from "#shop/designs/uploads/purge-assets.server.ts";
import { purgeImports } from "#shop/imports/imports.server.ts";
import {
  runAutomations,
  runAutomationsTask,
} from "#shop/mailing/automations/run-automations.server.ts";
import {
  refreshFactsTask,
  refreshRecipientFacts,
} from "#shop/mailing/campaigns/audience/recipient-facts.server.ts";
import { readBounces } from "#shop/mailing/campaigns/results/read-bounces.server.ts";
import { purgeMailEvents } from "#shop/mailing/campaigns/results/record-mail-events.server.ts";
import { watchDomain } from "#shop/mailing/campaigns/results/watch-domain.server.ts";
import { noteParked } from "#shop/mailing/campaigns/send/note-refusal.server.ts";
import { sendWhileThereIsWork } from "#shop/mailing/campaigns/send/send-campaigns.server.ts";
import { sendCampaignsTask } from "#shop/mailing/campaigns/start-campaign.server.ts";
import { purgeCarts, remindCarts } from "#shop/mailing/cart-reminders/remind-carts.server.ts";
import {
  notifyBackInStock,
  purgeStockAlerts,
} from "#shop/mailing/stock-alerts/notify-back-in-stock.server.ts";
import { notifyStaff } from "#shop/office/notifications/notify-staff.server.ts";
import { sendPushTask } from "#shop/office/notifications/push/queue-pushes.server.ts";
import { sendPushMessage } from "#shop/office/notifications/push/send-push-message.server.ts";
import { purgeNotifications } from "#shop/office/notifications/read-notifications.server.ts";
import { sendDigests } from "#shop/office/notifications/send-digests.server.ts";
import { purgeDrafts } from "#shop/orders/drafts/read-drafts.server.ts";
import { countSold } from "#shop/orders/figures/count-sold.server.ts";
import { followSales } from "#shop/orders/figures/follow-sales.server.ts";
import { proveSales } from "#shop/orders/figures/prove-sales.server.ts";
import { rankBestSellers } from "#shop/orders/figures/rank-best-sellers.server.ts";
import { expireOrders } from "#shop/orders/fulfilment/expire-order.server.ts";
import { purgeOrderLinks } from "#shop/orders/order-link.server.ts";
import { closeAttempts } from "#shop/orders/payments/attempts/close-attempts.server.ts";
import { remindBalances } from "#shop/orders/payments/attempts/remind-balances.server.ts";
import { remindUnpaid } from "#shop/orders/payments/attempts/remind-unpaid.server.ts";
import { settleNotified } from "#shop/orders/payments/settlement/receive-notification.server.ts";
import { reconcilePayments } from "#shop/orders/payments/settlement/reconcile-payments.server.ts";
import { findPriceDifferences } from "#shop/orders/reconcile-prices.server.ts";
import { followRefunds, sendAndSettleRefund } from "#shop/orders/refunds/send-refund.server.ts";
import { remindProofs } from "#shop/production/customisations/proofs/remind-proofs.server.ts";
import { remindSupplements } from "#shop/production/revisions/remind-supplements.server.ts";
import { settleSupplement } from "#shop/production/revisions/settle-supplement.server.ts";
import { makeCodesTask } from "#shop/promotions/batches.server.ts";
import { makeCodes } from "#shop/promotions/make-codes.server.ts";
import { noteFact } from "#shop/settings/merchant/operation-facts.server.ts";
import { applyTerms } from "#shop/settings/terms/terms-drafts.server.ts";
import { expireApprovals } from "#shop/staff/approvals/decide-approval.server.ts";
import { expireApprovalsTask } from "#shop/staff/approvals/with-limits.server.ts";
import { sealAudit } from "#shop/staff/seal-audit.server.ts";
import { purgeTaskRows } from "#shop/staff/tasks/read-tasks.server.ts";
import { runTask } from "#shop/staff/tasks/run-task.server.ts";
import { runTaskJob } from "#shop/staff/tasks/start-task.server.ts";
import { purgeTaskFiles } from "#shop/staff/tasks/task-files.server.ts";
import { directConnections } from "./connection-counts.ts";
import { limitPushes } from "./limit-pushes.server.ts";
import { runSchedule } from "./run-schedule.server.ts";
import { schedule } from "./schedule.ts";
import { taskKinds } from "./task-kinds.ts";

export interface Jobs {
  /** The workers' problem, if any. */
  readonly problem: () => string | undefined;
  stop(): Promise<void>;
}

/** Days whose orders the nightly check recomputes; `npm run reconcile` checks all. */
const provenDays = 35;

/**
 * Runs the queue's workers in this process. Several processes share one queue; a job runs in one of them and
 * is retried with growing delays until it succeeds or is parked.
 */
export async function startJobs(config: Config, builtinSecret: string): Promise<Jobs> {
  const address = `http://${config.host === "0.0.0.0" ? "127.0.0.1" : config.host}:${config.port}`;
  const stopping = new AbortController();
  const newsSigner = new CurrentSigner({ selector: config.dkimSelector, from: config.newsFrom });
  const tasks: TaskList = {
    ...backendJobs(config, { drawPicture: drawMailPicture, noteRefusal: noteParked }),
    "expire-orders": () => expireOrders(),
    "settle-payment": (payload) => settleNotified(field(payload, "payment_id")),
    "close-attempts": (payload) =>
      closeAttempts(field(payload, "order_id"), { skipsRemoved: true }),
    "settle-supplement": (payload) => settleSupplement(field(payload, "supplement_id")),
    "refund-payment": (payload) => sendAndSettleRefund(field(payload, "refund_id")),
    "notify-builtin": (payload) =>
      notifyBuiltin(address, builtinSecret, payload as Record<string, unknown>),
    "count-sold": () => countSold(),
    "follow-buyers": () => followBuyers(),
    "follow-sales": () => followSales(),
    "prove-sales": async () => {
      for (const difference of await proveSales()) {
        log.error(difference, "sales figures differ from the ledgers");
      }
    },
    "queue-unassigned-orders": async () => {
      const queued = await queueUnassignedOrders();
      if (queued > 0) log.info({ queued }, "orders without a buyer were queued");
    },
    "rank-best-sellers": async () => void (await rankBestSellers()),
    "follow-refunds": () => followRefunds(),
    "reconcile-payments": () => reconcilePayments(),
    "remind-carts": () => remindCarts(),
    "remind-proofs": () => remindProofs(),
    "remind-supplements": () => remindSupplements(),
    "apply-terms": () => applyTerms(),
    "apply-site": () => applySite(),
    "apply-product-drafts": () => applyDueDrafts(),
    [syncSalesTask]: () => runSyncSales(),
    [expireApprovalsTask]: () => expireApprovals(),
    [refreshSearchTextsTask]: () => refreshSearchTexts(),
    [makeCodesTask]: (payload) => makeCodes(field(payload, "batch_id")),
    [runTaskJob]: (payload) => runTask(taskKinds, field(payload, "task_id")),
    "tell-back-in-stock": () => notifyBackInStock(),
    "tell-low-stock": () => notifyLowStock(),
    "watch-domain": () => watchDomain(),
    [runAutomationsTask]: () => runAutomations(config.publicUrl),
    [sendCampaignsTask]: () =>
      sendWhileThereIsWork({
        smtpUrl: config.newsSmtpUrl,
        from: config.newsFrom,
        bounceAddress: config.mailBouncesAddress,
        // An address that another program reads would swallow a stop.
        stopAddress: config.mailBouncesUrl && config.mailBouncesAddress,
        publicUrl: config.publicUrl,
        signer: newsSigner,
        signal: stopping.signal,
      }),
    "read-bounces": async () => {
      if (config.mailBouncesUrl) await readBounces(config.mailBouncesUrl);
    },
    [mergeCountsTask]: () => mergeCounts(),
    [countWordsTask]: () => countWords(),
    [fillCollectionsTask]: () => fillCollections(),
    "note-worker": () => noteFact("worker_seen"),
    "notify-staff": async () => void (await notifyStaff()),
    [sendPushTask]: limitPushes((payload) => sendPushMessage(payload)),
    [refreshFactsTask]: () => refreshRecipientFacts(),
    "send-digests": () => sendDigests(),
    "seal-audit": () => sealAudit(),
    "sweep-shop": async () => {
      await purgeChanges();
      await purgeCarts();
      await purgeSearches();
      await purgeOrderLinks();
      await purgeDrafts();
      await purgeStockAlerts();
      await blankMailEvidence();
      await purgeStockCrossings();
      await purgeNotifications();
      await purgeMailEvents();
      await purgeMedia();
      await purgeTaskRows();
      await purgeVersions();
      await purgeGuestDesigns();
      await purgeAssets();
      await purgeTaskFiles();
      await purgeImports();
    },
    "remind-unpaid": () => remindUnpaid(),
    "remind-balances": () => remindBalances(),
    "purge-unused-media": async () => {
      const purged = await purgeUnusedMedia();
      if (purged > 0) log.info({ purged }, "unused files of the media library were deleted");
    },
    "forget-guests": async () => {
      const forgotten = await purgeGuests(config.auth.anonymousDays);
      if (forgotten > 0) log.info({ forgotten }, "guests who never came back were forgotten");
    },
    "prove-prices": async () => {
      const { differences } = await findPriceDifferences(provenDays);
      for (const difference of differences) log.error(difference, "a price differs from its parts");
    },
  };
  const unknown = schedule.find(({ task }) => !(task in tasks));
  if (unknown) throw new Error(`the schedule names the unknown job ${unknown.task}`);
  // After downtime, overdue jobs need time to run before they count as late.
  await noteFact("worker_seen");
  const runner = await run({
    // Under load the queue fetches and completes jobs in batches every 25 ms: one query for many jobs instead of
    // two each. A payment's job mostly waits for rows that orders lock: fewer concurrent jobs fall behind at
    // forty orders a second.
    preset: {
      worker: {
        connectionString: directDatabaseUrl(),
        concurrentJobs: 10,
        maxPoolSize: directConnections.jobs,
        pollInterval: 2_000,
        localQueue: {
          size: 12,
          refetchDelay: { durationMs: 25, threshold: 4, maxAbortThreshold: 12 },
        },
        completeJobBatchDelay: 25,
      },
    },
    taskList: tasks,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === "error") log.error(message);
      else log.debug(message);
    }),
  });
  const stopSchedule = runSchedule();
  const stopJobs = () => {
    stopSchedule();
    stopping.abort();
    return runner.stop();
  };
  let problem: string | undefined;
  runner.promise.catch((error: unknown) => {
    problem = "the workers stopped";
    log.error({ err: error }, problem);
  });
  return { problem: () => problem, stop: stopJobs };
}

/** Unlocks the jobs of a killed process at once instead of after four hours. */
export async function freeAbandonedJobs(): Promise<void> {
  // Not through the queue's own utilities: a connection lost while they close would end the whole process.
  const sql = openPostgres(directDatabaseUrl(), { max: 1 });
  try {
    await sql`
      select graphile_worker.force_unlock_workers(array(
        select distinct locked_by from graphile_worker.jobs where locked_by is not null))`;
  } finally {
    await sql.end();
  }
}

function field(payload: unknown, name: string): string {
  const value = (payload as Readonly<Record<string, unknown>> | null)?.[name];
  if (typeof value !== "string") throw new Error(`the job has no ${name}`);
  return value;
}

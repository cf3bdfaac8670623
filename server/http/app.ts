import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { createBackend } from "#backend/backend.server.ts";
import { devMailEndpoint } from "#backend/gateway/dev-mail.server.ts";
import type { Keys } from "#backend/gateway/keys.server.ts";
import { addressBehind } from "#base/client-address.ts";
import type { Config } from "#base/config-type.ts";
import { languages, localPath } from "#base/language.ts";
import { verifyCaptcha } from "#integrations/captcha/captcha.server.ts";
import type { ObjectStore } from "#integrations/storage/object-store.ts";
import { messageOf } from "#server/boot/messages.ts";
import type { HandlerFor } from "#server/screens/screen-handlers.ts";
import type { Screens } from "#server/screens/screens.ts";
import { offersGuestCheckout } from "#shop/customers/guest-checkout.server.ts";
import { drawMailPicture } from "#shop/designs/mail-picture.server.ts";
import { listKeptMails } from "#shop/mailing/campaigns/kept-mails.server.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import { noteFact } from "#shop/settings/merchant/operation-facts.server.ts";
import { appIconEndpoint } from "../endpoints/app-icons.ts";
import { buildEndpoint } from "../endpoints/build.ts";
import { builtinPaymentEndpoint } from "../endpoints/builtin-payment.ts";
import { captchaEndpoint } from "../endpoints/captcha.ts";
import { firstAdminEndpoint } from "../endpoints/first-admin.ts";
import { type Health, healthEndpoints } from "../endpoints/health.ts";
import { iconEndpoint } from "../endpoints/icons.ts";
import { mailClickEndpoint } from "../endpoints/mail-clicks.ts";
import { mailEventsEndpoint } from "../endpoints/mail-events.ts";
import { mailPreviewEndpoint } from "../endpoints/mail-previews.ts";
import { metricsEndpoint } from "../endpoints/metrics.ts";
import { searchEngineEndpoint } from "../endpoints/search-engines.ts";
import { securityContactEndpoint } from "../endpoints/security-contact.ts";
import { serviceWorkerEndpoint } from "../endpoints/service-worker.ts";
import { socialPictureEndpoint } from "../endpoints/social-pictures.ts";
import { themeEndpoint } from "../endpoints/theme.ts";
import { unsubscribeEndpoint } from "../endpoints/unsubscribe.ts";
import { webhookEndpoint } from "../endpoints/webhooks.ts";
import { closeForMaintenance } from "../middleware/close-for-maintenance.ts";
import { compress } from "../middleware/compress.ts";
import { limitAnswerTime } from "../middleware/limit-answer-time.ts";
import { limitBodies } from "../middleware/limit-bodies.ts";
import { limitPages } from "../middleware/limit-pages.ts";
import { limitRequests } from "../middleware/limit-requests.ts";
import { noteWrites } from "../middleware/note-writes.ts";
import { noticeProxy } from "../middleware/notice-proxy.ts";
import { refuseBlocked } from "../middleware/refuse-blocked.ts";
import { refuseForeignForms } from "../middleware/refuse-foreign-forms.ts";
import { type Facts, requestFacts } from "../middleware/request-facts.ts";
import { type SecurityHeaders, securityHeaders } from "../middleware/security-headers.ts";
import type { PageStore } from "../pages/page-store.ts";
import { fillPages } from "../pages/serve-pages.ts";
import { retainedAssets } from "../releases/retained-assets.ts";
import { failureAnswer } from "./failure.ts";
import { shopFunctions } from "./functions.ts";
import { screensEndpoint } from "./screens-endpoint.ts";

/** Pages that use a mail's link only on a button press, because mail scanners open links. */
const linkPages = languages.flatMap((language) =>
  ["/Auth", "/ChangeForgotPassword"].map((path) => localPath(language, path)),
);

const shopName = async () => (await findMerchant()).name;

export interface AppOptions {
  readonly config: Config;
  readonly keys: Keys;
  readonly store: ObjectStore;
  readonly screens: Screens;
  readonly health: Health;
  /** Concurrent requests of one address. */
  readonly requestsPerAddress: number;
  /** The pages for everybody; none in development. */
  readonly pages: PageStore | undefined;
  readonly handlerFor: HandlerFor;
  readonly securityHeadersOf: SecurityHeaders;
}

/** Every endpoint of the program. The order matters; the comments give the reasons. */
export function createApp({
  config,
  keys,
  store,
  screens,
  health,
  requestsPerAddress,
  pages,
  handlerFor,
  securityHeadersOf,
}: AppOptions): Hono<Facts> {
  const app = new Hono<Facts>();

  // First, so that every answer has a request id, a log line and security headers.
  app.use(requestFacts(addressBehind(config.trustedProxies), config.logsRequests));
  app.use(securityHeaders(securityHeadersOf));
  app.use(noteWrites());
  app.onError(failureAnswer);
  if (config.trustedProxies.length === 0) {
    app.use(noticeProxy(() => noteFact("forwarded_header_seen")));
  }

  // Before anything that is slow or rejects requests: probes must be answered under load.
  app.route("/", healthEndpoints(health));
  app.route("/", metricsEndpoint(keys));

  if (config.blockedAddresses.length > 0) app.use(refuseBlocked(config.blockedAddresses));
  app.use(limitRequests(requestsPerAddress));

  // Files with a hash in their name never change; the build compresses them.
  app.use(
    "/assets/*",
    serveStatic({
      root: screens.clientFolder,
      precompressed: true,
      onFound: (_, c) => c.header("Cache-Control", "public, max-age=31536000, immutable"),
    }),
  );
  app.get("/assets/:name", compress(), retainedAssets(store));
  app.route("/", buildEndpoint(screens.buildId));
  app.route("/", serviceWorkerEndpoint(screens.buildId, screens.clientFolder));
  app.route("/", appIconEndpoint());
  app.route("/", themeEndpoint());
  app.route("/", iconEndpoint(config));
  app.route("/", captchaEndpoint());
  app.route("/", searchEngineEndpoint(config));
  app.route("/", securityContactEndpoint(config));
  app.route(
    "/",
    socialPictureEndpoint(async (path) => app.request(path)),
  );

  app.use(closeForMaintenance(config, keys));
  app.use(limitBodies());
  app.use(limitAnswerTime());
  if (config.devPages) {
    app.route("/", mailPreviewEndpoint(config.publicUrl));
    app.route(
      "/",
      devMailEndpoint(drawMailPicture, (id) => listKeptMails(config.publicUrl, id)),
    );
  }
  // Providers sign the raw bytes, so no earlier handler may read the body.
  app.route("/", webhookEndpoint());
  app.route("/", mailEventsEndpoint(config.mailEventsSecret));
  app.route("/", builtinPaymentEndpoint(config));
  // Before `refuseForeignForms`: mail programs post from no page of ours.
  app.route("/", unsubscribeEndpoint());
  app.route(
    "/",
    createBackend({
      config,
      keys,
      functions: shopFunctions,
      linkPages,
      messageOf,
      shopName,
      auth: { anonymous: config.auth.anonymous || offersGuestCheckout },
      ...(config.auth.captcha
        ? { verifyCaptcha: (token, from) => verifyCaptcha("auth", token, from) }
        : {}),
    }),
  );

  app.use("/api/first-admin", refuseForeignForms(config));
  app.route("/", firstAdminEndpoint(config));
  app.use("/api/mail-click", refuseForeignForms(config));
  app.route("/", mailClickEndpoint());

  // Screens last: they answer every other path, with a 404 page where none matches.
  app.use(limitPages(config.pagesPerAddress, config.unlimitedAddresses));
  app.use(refuseForeignForms(config));
  if (pages) app.use(fillPages(pages));
  app.use(compress());
  app.all("*", screensEndpoint(config, keys, screens, handlerFor));
  return app;
}

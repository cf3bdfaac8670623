import { type ReactNode, useContext, useEffect } from "react";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import { useHeadingFocus, useNewBuild } from "#app/browser/focus/navigation-focus.ts";
import { watchRefusedFields } from "#app/browser/focus/refused-fields.ts";
import { publicConfigContext } from "#app/context.ts";
import { localPath } from "#base/language.ts";
import { findBanner, findLook } from "#shop/content/live-site.server.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import type { Route } from "./+types/root";
import appCss from "./app.css?url";
import { useAliveAnnouncement } from "./browser/browser-facts.ts";
import {
  applyColourMode,
  colourModeScript,
  followColourMode,
  forcedColourMode,
  paperColours,
  storedColourMode,
} from "./browser/colour-mode.ts";
import { dismissedBannerScript } from "./browser/dismissed-banner.ts";
import { aliveEvent, earlyInput } from "./browser/early-input.ts";
import { lateScripts } from "./browser/late-scripts.ts";
import { LinkNavigation } from "./browser/link-navigation.tsx";
import mailClick from "./browser/mail-click.ts?worker&url";
import { followMailLink } from "./browser/mail-link.ts";
import { registerWorker } from "./browser/offline-worker.ts";
import { watchPictures } from "./browser/watch-pictures.ts";
import { frameOf } from "./error-frame.ts";
import bricolage from "./fonts/bricolage-grotesque-text.woff2?url";
import jakarta from "./fonts/plus-jakarta-sans-text.woff2?url";
import { LanguageContext, languageOf } from "./language.ts";
import { MerchantContext, nobody } from "./merchant.ts";
import { fallbackMeta } from "./page-meta.ts";
import { NonceContext } from "./request-facts.tsx";
import { ErrorLayout } from "./ui/domain/error-layout.tsx";
import { BannerContext } from "./ui/domain/header/banner.tsx";
import { LogoContext } from "./ui/domain/header/wordmark.tsx";
import { Shell } from "./ui/domain/shell.tsx";
import { emptyShellData } from "./ui/domain/shell-data.ts";
import { ProgressLine } from "./ui/progress-line.tsx";

const fontPreload = (href: string) => ({
  rel: "preload",
  href,
  as: "font",
  type: "font/woff2",
  crossOrigin: "anonymous" as const,
});

export const links: Route.LinksFunction = () => [
  fontPreload(jakarta),
  { rel: "stylesheet", href: appCss },
  // Chromium reads it again at every new address: a drawing would be put together anew each time.
  { rel: "icon", href: "/app-icon-96.png", sizes: "96x96", type: "image/png" },
];

export const meta: Route.MetaFunction = fallbackMeta;

/** The same for every visitor: no data here may depend on the actor. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const [merchant, look, banner] = await Promise.all([
    findMerchant(),
    findLook(),
    findBanner(languageOf(url.pathname)),
  ]);
  return { publicConfig: context.get(publicConfigContext), merchant, look, banner };
}

export function shouldRevalidate() {
  return false;
}

/** What a page says about itself. */
interface PageHandle {
  readonly colourMode?: unknown;
  /** None in the type of headings, so it is not fetched before the page's scripts. */
  readonly hasNoHeadings?: boolean;
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  const language = languageOf(useLocation().pathname);
  const loaded = useRouteLoaderData<typeof loader>("root");
  const refused = frameOf(useRouteError());
  const read = loaded ?? refused;
  const config = read?.publicConfig;
  const look = read?.look;
  const handles = useMatches().map((match) => match.handle as PageHandle | undefined);
  const forced = forcedColourMode(
    handles.map((handle) => handle?.colourMode).findLast((mode) => mode !== undefined),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when a page starts or stops to force a mode
  useEffect(() => applyColourMode(storedColourMode()), [forced]);

  return (
    <html
      lang={language}
      data-forced-mode={forced}
      data-ground={look?.ground}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta
          name="theme-color"
          content={look?.ground ?? paperColours.light}
          media="(prefers-color-scheme: light)"
        />
        <meta name="theme-color" content={paperColours.dark} media="(prefers-color-scheme: dark)" />
        <meta name="publishable-key" content={config?.publishableKey} />
        <meta name="session-cookie" content={config?.cookieName} />
        <meta name="build" content={config?.buildId} />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours that must run before paint and first press
          dangerouslySetInnerHTML={{
            __html: import.meta.env.SSR
              ? `${colourModeScript};${read?.banner?.dismissible ? `${dismissedBannerScript};` : ""}${earlyInput()};${followMailLink(mailClick, aliveEvent)}`
              : "",
          }}
        />
        <Meta />
        {handles.some((handle) => handle?.hasNoHeadings) ? null : (
          <link {...fontPreload(bricolage)} />
        )}
        <Links nonce={nonce} />
        {look ? <link rel="stylesheet" href={`/theme/${look.version}.css`} /> : null}
        {/* Crawlers read them from the document, so the browser does not render them. */}
        {import.meta.env.SSR ? (
          <>
            {/* The sizes of server/endpoints/social-pictures.ts, so that a layout needs no download. */}
            <meta property="og:image:width" content="1200" />
            <meta property="og:image:height" content="630" />
            <meta name="twitter:card" content="summary_large_image" />
            <link rel="manifest" href={localPath(language, "/manifest.webmanifest")} />
            <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
          </>
        ) : null}
      </head>
      <body>
        <LanguageContext value={language}>
          <MerchantContext value={read?.merchant ?? nobody}>
            <LogoContext value={look?.logo ?? null}>
              <BannerContext value={read?.banner ?? null}>{children}</BannerContext>
            </LogoContext>
          </MerchantContext>
        </LanguageContext>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
          dangerouslySetInnerHTML={{
            // The browser runs it before hydration, which keeps the server's markup.
            __html: import.meta.env.SSR ? registerWorker + lateScripts : "",
          }}
        />
      </body>
    </html>
  );
}

export default function Root() {
  useAliveAnnouncement();
  useEffect(watchPictures, []);
  useEffect(watchRefusedFields, []);
  useEffect(() => followColourMode(() => {}), []);
  useHeadingFocus();
  useNewBuild();
  return (
    <>
      <ProgressLine />
      <LinkNavigation />
      <Outlet />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const frame = frameOf(error);
  useAliveAnnouncement();
  return (
    <Shell frame={frame ?? emptyShellData}>
      <ErrorLayout error={error} />
    </Shell>
  );
}

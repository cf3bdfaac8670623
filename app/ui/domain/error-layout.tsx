import { type ReactNode, useContext, useEffect, useState } from "react";
import { isRouteErrorResponse, useLocation } from "react-router";
import { useLocalPath } from "#app/language.ts";
import { useMerchant } from "#app/merchant.ts";
import { useWords } from "#app/messages/shared/ui.ts";
import { RequestIdContext } from "#app/request-facts.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { Stamp } from "#app/ui/stamp.tsx";
import { ownPath } from "#base/own-path.ts";
import { whatsappAddress } from "#shop/settings/merchant/merchant.ts";

/** Error page: not found, not allowed, or broken. */
export function ErrorLayout({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status === 404) return <NotFound />;
  if (status === 401 || status === 403) return <Unauthorised />;
  return <ServerError status={status} />;
}

/** Milliseconds after which a page asks again of a shop that is busy or being started. */
const askAgainAfter = 10_000;

export function NotFound() {
  const words = useWords();
  const to = useLocalPath();
  const { pathname } = useLocation();
  return (
    <VoidedSheet status={404} title={words.notFound.title} line={words.notFound.line(pathname)}>
      <p>{words.notFound.text}</p>
      <ButtonLink to={to("/Shop")} className="justify-self-start">
        {words.toShop}
      </ButtonLink>
    </VoidedSheet>
  );
}

export function Unauthorised() {
  const words = useWords();
  const to = useLocalPath();
  return (
    <VoidedSheet status={403} title={words.unauthorised.title}>
      <p>{words.unauthorised.text}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={to("/Auth")}>{words.unauthorised.signIn}</ButtonLink>
        <ButtonLink to={to("/")} look="quiet">
          {words.backHome}
        </ButtonLink>
      </div>
    </VoidedSheet>
  );
}

function ServerError({ status }: { status: number }) {
  const words = useWords();
  const reference = useReference();
  const to = useLocalPath();
  const { pathname, search } = useLocation();
  const merchant = useMerchant();
  const isBusy = status === 503;
  const { title, text } = isBusy ? words.busyError : words.serverError;
  useEffect(() => {
    if (!isBusy) return;
    const timer = setInterval(() => {
      if (navigator.onLine) location.reload();
    }, askAgainAfter);
    return () => clearInterval(timer);
  }, [isBusy]);
  return (
    <VoidedSheet
      status={status}
      title={title}
      line={reference && `${words.serverError.reference}: ${reference}`}
      reference={reference}
    >
      <p>{text}</p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={ownPath(pathname + search) ?? to("/")} reloadDocument>
          {words.retry}
        </ButtonLink>
        {merchant.whatsapp ? (
          <a
            className="link flex min-h-11 items-center"
            href={whatsappAddress(merchant, words.serverError.whatsappText(reference))}
          >
            {words.serverError.whatsapp}
          </a>
        ) : null}
      </div>
    </VoidedSheet>
  );
}

/**
 * The id of the failed request, for those who report it. The server knows it; the browser reads it from the server's page
 * while it hydrates. Empty when the failure happened in the browser, or while the server made a page for everybody.
 */
function useReference(): string {
  const ofServer = useContext(RequestIdContext);
  const [reference] = useState(
    () =>
      ofServer ??
      globalThis.document?.querySelector<HTMLElement>("[data-reference]")?.dataset.reference ??
      "",
  );
  return reference;
}

interface VoidedSheetProps {
  status: number;
  title: string;
  /** For those who report it. */
  line?: string;
  /** The id of the failed request. */
  reference?: string;
  children: ReactNode;
}

/** It may have taken the place of a long page that was scrolled down. */
function bringIntoSight(heading: HTMLElement | null): void {
  heading?.scrollIntoView({ block: "nearest" });
}

/** A leaf that went wrong is stamped, as a shopkeeper would. */
function VoidedSheet({ status, title, line, reference, children }: VoidedSheetProps) {
  return (
    <div className="page pt-8 md:pt-14">
      <div className="sheet sheet-top sheet-bottom mx-auto max-w-3xl">
        <div className="grid gap-5 px-6 pt-8 pb-10 md:px-12 md:pt-10 md:pb-14">
          <div className="flex flex-wrap items-start justify-between gap-4">
            <p className="figures text-sm text-muted">No. {String(status).padStart(6, "0")}</p>
            <span aria-hidden="true">
              <Stamp className="text-2xl md:text-3xl">{String(status)}</Stamp>
            </span>
          </div>
          <h1 ref={bringIntoSight} className="max-w-[18ch] text-2xl md:text-3xl">
            {title}
          </h1>
          {children}
          {line ? (
            <p
              className="border-t border-rule pt-4 text-xs break-all text-muted"
              data-reference={reference}
            >
              {line}
            </p>
          ) : null}
        </div>
      </div>
    </div>
  );
}

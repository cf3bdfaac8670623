import { useEffect, useRef, useState } from "react";
import { useSeemsSignedIn } from "#app/browser/session/session-presence.ts";
import { afterFirst } from "#app/designer/after-first.ts";
import { useLocalPath } from "#app/language.ts";
import { type DesignAsset, maxUploadBytes } from "#shop/designs/uploads/design-upload.ts";

export interface Uploading {
  readonly name: string;
  /** 0 to 1 of the bytes; 1 while the server checks the picture. */
  readonly progress: number;
}

/** Problems that may be over at the next try. */
const passing: ReadonlySet<string> = new Set(["offline", "busy", "captcha_failed"]);
/** Files of drawing programs and of iPhones, which are refused as no picture that is known. */
const drawn = /\.(pdf|ai|eps|cdr|psd|svg|indd|afdesign)$/i;
const heic = /\.hei[cf]$/i;

/** What to do about a file of another kind depends on where it comes from. */
function namedProblem(code: string, name: string): string {
  if (code !== "picture_wrong_type") return code;
  return drawn.test(name) ? "picture_is_drawing" : heic.test(name) ? "picture_is_heic" : code;
}

/** Where pictures of a person, and of the shop, are sent. */
export type UploadAddress = "/api/design-assets" | "/admin/Products/Printing/Pictures";

/**
 * Sends one picture at a time, with its progress in bytes; it can be cancelled.
 * @param path where it is sent: pictures of a buyer, or of the shop
 */
export function useUpload(
  onTaken: (asset: DesignAsset, isConverted: boolean) => void,
  path: UploadAddress = "/api/design-assets",
) {
  const to = useLocalPath();
  const isSignedIn = useSeemsSignedIn();
  const [uploading, setUploading] = useState<Uploading | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [usesRecaptcha, setRecaptcha] = useState(false);
  const request = useRef<XMLHttpRequest | null>(null);
  /** What was sent last, to be sent again. */
  const file = useRef<File | null>(null);
  const latest = useRef(onTaken);
  useEffect(() => {
    latest.current = onTaken;
  });
  useEffect(
    () => () => {
      request.current?.abort();
      request.current = null;
    },
    [],
  );

  async function send(chosen: File) {
    file.current = chosen;
    setProblem(null);
    if (chosen.size > maxUploadBytes) return setProblem("picture_too_many_bytes");
    const sent = new XMLHttpRequest();
    request.current?.abort();
    request.current = sent;
    const address = to(path);
    const show = (progress: number) => setUploading({ name: chosen.name, progress });
    const end = (code: string | null) => {
      setUploading(null);
      setProblem(code);
    };
    sent.upload.onprogress = ({ loaded, total }) => show(total > 0 ? loaded / total : 0);
    sent.onload = () => {
      const answer = sent.response as TakenAnswer | null;
      if (sent.status === 200 && answer?.asset) {
        end(null);
        // The design may have changed while the picture was sent.
        latest.current(answer.asset, answer.asset.is_converted);
      } else if (sent.status >= 500) end("busy");
      else end(namedProblem(answer?.error?.code ?? "other", chosen.name));
    };
    sent.onerror = () => end("offline");
    sent.onabort = () => end(null);
    sent.responseType = "json";
    show(0);
    const token = isSignedIn ? "" : await tokenFor(address, () => setRecaptcha(true));
    // Cancelled meanwhile, or another file was chosen.
    const isGone = () => request.current !== sent;
    if (isGone()) return;
    if (token === null) return end("captcha_failed");
    await afterFirst(
      () =>
        new Promise<void>((resolve) => {
          if (isGone()) return resolve();
          sent.onloadend = () => resolve();
          sent.open("POST", `${address}?name=${encodeURIComponent(chosen.name)}`);
          if (token) sent.setRequestHeader("x-captcha-token", token);
          sent.send(chosen);
        }),
    );
  }

  function cancel() {
    request.current?.abort();
    request.current = null;
    setUploading(null);
  }

  const again = () => {
    if (file.current) void send(file.current);
  };
  const latestAgain = useRef(again);
  latestAgain.current = again;
  const isOffline = problem === "offline";
  // What could not be sent goes out by itself.
  useEffect(() => {
    if (!isOffline) return;
    const onOnline = () => latestAgain.current();
    addEventListener("online", onOnline);
    return () => removeEventListener("online", onOnline);
  }, [isOffline]);

  return {
    uploading,
    problem,
    usesRecaptcha,
    cancel,
    send: (file: File) => void send(file),
    /** Sends the same file once more; undefined where that would end alike. */
    onRetry: problem !== null && passing.has(problem) ? again : undefined,
    /** The problem was read. */
    dismiss: () => setProblem(null),
  };
}

/**
 * The captcha token of a guest's first picture.
 * @returns empty where none is needed, null where none can be had now
 */
async function tokenFor(path: string, onRecaptcha: () => void): Promise<string | null> {
  try {
    const answer = await fetch(path);
    const { captcha } = (await answer.json()) as { captcha: { site_key: string | null } | null };
    if (!captcha) return "";
    if (captcha.site_key) onRecaptcha();
    const { captchaToken } = await import("#app/browser/captcha/captcha.ts");
    return await captchaToken("design_upload", captcha.site_key ?? undefined);
  } catch (error) {
    console.warn(error);
    // Without a connection the upload itself says so.
    return navigator.onLine ? null : "";
  }
}

interface TakenAnswer {
  readonly asset?: DesignAsset & { readonly is_converted: boolean };
  readonly error?: { readonly code?: string };
}

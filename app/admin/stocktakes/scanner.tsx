import { useEffect, useId, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useStocktakeWords } from "#app/admin/stocktakes/messages/stocktakes.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { Button } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import type { StocktakeAnswer } from "./stocktake-action.server.ts";

/** What Chromium on Android and macOS has (WICG Shape Detection). */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: readonly string[] }) => Detector;

const formats = ["ean_13", "ean_8", "upc_a", "upc_e", "itf", "code_128", "code_39", "qr_code"];
/** A camera looks this often. */
const lookMs = 250;
/** The same code counts again only after it was out of sight for this long. */
const sameCodeMs = 1500;

function detectorClass(): DetectorClass | undefined {
  return (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
}

/** Counts one piece a scan: a scanner types like a keyboard and ends with Enter. */
export function Scanner({ submissionKey }: { submissionKey: string }) {
  const words = useStocktakeWords();
  const fetcher = useFetcher<StocktakeAnswer>();
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const [hasDetector, setHasDetector] = useState(false);
  const [isFilming, setIsFilming] = useState(false);
  useEffect(() => setHasDetector(detectorClass() !== undefined), []);
  const reply = fetcher.state === "idle" ? fetcher.data : undefined;
  const problem = reply?.problem ?? Object.values(reply?.problems ?? {})[0];
  // Scans come quicker than answers: each is a request of its own, which the next one must not cancel.
  const sent = useRef<Promise<void>>(Promise.resolve());
  const count = (typed: string) => {
    const code = typed.trim();
    if (code === "") return;
    const scan = { intent: "scan", code, key: crypto.randomUUID() };
    const send = () => fetcher.submit(scan, { method: "post" });
    sent.current = sent.current.then(send, send);
  };
  return (
    <section className="grid gap-3 border border-ink p-4">
      <fetcher.Form
        method="post"
        noValidate
        className="grid gap-1.5"
        onSubmit={(event) => {
          event.preventDefault();
          count(box.current?.value ?? "");
          if (box.current) box.current.value = "";
        }}
      >
        <label htmlFor={id} className="text-sm font-semibold">
          {words.scan}
        </label>
        <input type="hidden" name="intent" value="scan" />
        <input type="hidden" name="key" value={submissionKey} />
        <div className="flex flex-wrap gap-2">
          <TextInput
            ref={box}
            id={id}
            name="code"
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="done"
            aria-describedby={`${id}-hint`}
            className="figures min-w-0 flex-1 basis-40 text-lg"
          />
          <Button type="submit">{words.scanButton}</Button>
        </div>
        <p id={`${id}-hint`} className="text-sm text-muted">
          {words.scanHint}
        </p>
      </fetcher.Form>
      <p role="status" className={`min-h-7 text-lg ${problem ? "text-stamp" : ""}`}>
        {problem
          ? wordsFor(words.problems, problem, "invalid_input")
          : reply?.counted
            ? words.scanned(reply.counted.sku, reply.counted.own)
            : ""}
      </p>
      {hasDetector ? (
        <Button
          look="quiet"
          className="justify-self-start"
          onClick={() => setIsFilming(!isFilming)}
        >
          {isFilming ? words.cameraStop : words.camera}
        </Button>
      ) : null}
      {isFilming ? <Camera onCode={count} /> : null}
    </section>
  );
}

/** Reads barcodes from the camera while it is shown. */
function Camera({ onCode }: { onCode: (code: string) => void }) {
  const words = useStocktakeWords();
  const video = useRef<HTMLVideoElement>(null);
  const [isDenied, setIsDenied] = useState(false);
  const report = useRef(onCode);
  useEffect(() => {
    report.current = onCode;
  });
  useEffect(() => {
    const Detect = detectorClass();
    if (!Detect) return;
    const detector = new Detect({ formats });
    let stream: MediaStream | undefined;
    let isOver = false;
    let last = { code: "", at: 0 };
    const look = async () => {
      if (!video.current || video.current.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
      const [found] = await detector.detect(video.current);
      if (!found) return;
      const now = performance.now();
      if (found.rawValue !== last.code || now - last.at > sameCodeMs)
        report.current(found.rawValue);
      last = { code: found.rawValue, at: now };
    };
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: "environment" } })
      .then((opened) => {
        stream = opened;
        if (isOver) for (const track of opened.getTracks()) track.stop();
        else if (video.current) video.current.srcObject = opened;
      })
      .catch(() => setIsDenied(true));
    const timer = setInterval(() => void look().catch(() => setIsDenied(true)), lookMs);
    return () => {
      isOver = true;
      clearInterval(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, []);
  return isDenied ? (
    <p role="alert" className="text-stamp">
      {words.cameraDenied}
    </p>
  ) : (
    <figure className="grid gap-1">
      <video ref={video} autoPlay playsInline muted className="max-h-80 w-full bg-paper" />
      <figcaption className="text-muted">{words.cameraText}</figcaption>
    </figure>
  );
}

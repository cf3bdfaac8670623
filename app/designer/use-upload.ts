import { useEffect, useRef, useState } from "react";
import { useLocalPath } from "#app/language.ts";
import { type DesignAsset, maxUploadBytes } from "#shop/designs/uploads/design-upload.ts";

export interface Uploading {
  readonly name: string;
  /** 0 to 1 of the bytes; 1 while the server checks the picture. */
  readonly progress: number;
}

/** Sends one picture at a time, with its progress in bytes; it can be cancelled. */
export function useUpload(onTaken: (asset: DesignAsset, isConverted: boolean) => void) {
  const to = useLocalPath();
  const [uploading, setUploading] = useState<Uploading | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const request = useRef<XMLHttpRequest | null>(null);
  useEffect(() => () => request.current?.abort(), []);

  function send(file: File) {
    setProblem(null);
    if (file.size > maxUploadBytes) return setProblem("picture_too_many_bytes");
    const sent = new XMLHttpRequest();
    request.current?.abort();
    request.current = sent;
    const show = (progress: number) => setUploading({ name: file.name, progress });
    const end = (code: string | null) => {
      setUploading(null);
      setProblem(code);
    };
    sent.upload.onprogress = ({ loaded, total }) => show(total > 0 ? loaded / total : 0);
    sent.onload = () => {
      const answer = sent.response as TakenAnswer | null;
      if (sent.status === 200 && answer?.asset) {
        end(null);
        onTaken(answer.asset, answer.asset.is_converted);
      } else end(answer?.error?.code ?? "other");
    };
    sent.onerror = () => end("offline");
    sent.onabort = () => end(null);
    sent.responseType = "json";
    sent.open("POST", `${to("/api/design-assets")}?name=${encodeURIComponent(file.name)}`);
    show(0);
    sent.send(file);
  }

  return { uploading, problem, send, cancel: () => request.current?.abort() };
}

interface TakenAnswer {
  readonly asset?: DesignAsset & { readonly is_converted: boolean };
  readonly error?: { readonly code?: string };
}

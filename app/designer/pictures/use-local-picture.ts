import { useEffect, useState } from "react";

export interface LocalPicture {
  readonly href: string;
  /** Pixels, turned as the file says. */
  readonly width: number;
  readonly height: number;
}

/** A file as the browser itself shows it; null where it cannot, and until it is read. */
export function useLocalPicture(file: File | null): LocalPicture | null {
  const [picture, setPicture] = useState<LocalPicture | null>(null);
  useEffect(() => {
    if (!file) return;
    const href = URL.createObjectURL(file);
    const image = new Image();
    // A file that is no picture never loads; the server's answer says so.
    image.onload = () =>
      setPicture({ href, width: image.naturalWidth, height: image.naturalHeight });
    image.src = href;
    return () => {
      image.onload = null;
      URL.revokeObjectURL(href);
      setPicture(null);
    };
  }, [file]);
  return picture;
}

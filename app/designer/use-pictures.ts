import { useRef, useState } from "react";
import type { WaitingPicture } from "#app/designer/board/waiting-picture.tsx";
import type { PanelName } from "#app/designer/panels/tools.tsx";
import { useLocalPicture } from "#app/designer/pictures/use-local-picture.ts";
import { type UploadAddress, useUpload } from "#app/designer/pictures/use-upload.ts";
import type { Editor } from "#app/designer/use-editor.ts";
import type { ImageLayer, Layer, SlotLayer } from "#shop/designs/document/document.ts";
import { fillSlot } from "#shop/designs/document/photo-slots.ts";
import type { SpecArea } from "#shop/designs/document/print-spec.ts";
import { addLayer, changeLayer } from "#shop/designs/edit/edit-layers.ts";
import { newImage } from "#shop/designs/edit/new-layer.ts";
import type { DesignAsset } from "#shop/designs/uploads/design-upload.ts";

/** A photo slot, or the picture in a filled one. */
export const isSlot = (layer: Layer): layer is SlotLayer | ImageLayer =>
  layer.kind === "slot" || (layer.kind === "image" && layer.slot !== undefined);

/**
 * Pictures that a person chooses: each becomes a layer of its own, or fills a slot.
 * @param address where they are sent; undefined: they are the person's own
 * @param onPlaced the layer that shows it is chosen
 */
export function usePictures(
  { document, place, selected, change }: Editor,
  area: SpecArea,
  address: UploadAddress | undefined,
  onPlaced: () => void,
) {
  const [isConverted, setConverted] = useState(false);
  /** Id of the slot that waits for the photograph which is sent; null: the picture is a layer of its own. */
  const waiting = useRef<string | null>(null);
  const [isFor, setFor] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const upload = useUpload((asset: DesignAsset, wasConverted) => {
    setConverted(wasConverted);
    const assets = { ...document.assets, [asset.sha256]: { w: asset.width, h: asset.height } };
    const withAsset = { ...document, assets };
    const id = waiting.current;
    if (id === null) {
      const image = newImage(document, area, asset);
      change({ kind: "add", document: addLayer(withAsset, place, image), layer: image.id });
    } else {
      const fill = (layer: Layer) => (isSlot(layer) ? fillSlot(layer, asset) : layer);
      change({ kind: "fill", document: changeLayer(withAsset, id, fill), layer: id });
    }
    onPlaced();
  }, address);
  /** @param slot id of the slot that it fills; null: none */
  const send = (file: File, slot: string | null) => {
    waiting.current = slot;
    setFor(slot);
    setFile(file);
    upload.send(file);
  };
  const { uploading, problem, dismiss, usesRecaptcha, cancel, onRetry } = upload;
  const local = useLocalPicture(uploading && isFor === null ? file : null);
  const waitingFor = (picture: NonNullable<typeof local>, progress: number): WaitingPicture => {
    const { width, height, href } = picture;
    const { x, y, w, h } = newImage(document, area, { sha256: "", width, height });
    return { href, progress, w, h, x: area.x + x - w / 2, y: area.y + y - h / 2 };
  };
  return {
    send,
    isSending: uploading !== null,
    /** What stands on the board until the picture has been checked. */
    waiting: local && uploading ? waitingFor(local, uploading.progress) : null,
    /** Why the last picture was not taken, where the open panel does not say so. */
    refusedBeside: (panel: PanelName | null) => {
      const isSeen =
        isFor === null ? panel === "image" : panel === "properties" && isFor === selected;
      return problem === null || isSeen ? null : { problem, dismiss, onRetry };
    },
    /** For the panel that chooses a picture for a slot, or for a layer of its own: null. */
    panel: (slot: string | null) => ({
      usesRecaptcha,
      ...(slot === isFor
        ? { isConverted, uploading, problem, onRetry }
        : { isConverted: false, uploading: null, problem: null }),
      onFile: (file: File) => send(file, slot),
      onCancel: cancel,
    }),
  };
}

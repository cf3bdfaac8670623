import { useRef, useState } from "react";
import type { ImageLayer, Layer, SlotLayer } from "#shop/designs/document.ts";
import { addLayer, changeLayer } from "#shop/designs/edit/edit-layers.ts";
import { newImage } from "#shop/designs/edit/new-layer.ts";
import { fillSlot } from "#shop/designs/photo-slots.ts";
import type { SpecArea } from "#shop/designs/print-spec.ts";
import type { DesignAsset } from "#shop/designs/uploads/design-upload.ts";
import type { Editor } from "./use-editor.ts";
import { type UploadAddress, useUpload } from "./use-upload.ts";

/** A photo slot, or the picture in a filled one. */
export const isSlot = (layer: Layer): layer is SlotLayer | ImageLayer =>
  layer.kind === "slot" || (layer.kind === "image" && layer.slot !== undefined);

/**
 * Pictures that a person chooses: each becomes a layer of its own, or fills a slot.
 * @param address where they are sent; undefined: they are the person's own
 * @param onPlaced the layer that shows it is chosen
 */
export function usePictures(
  { document, place, change }: Editor,
  area: SpecArea,
  address: UploadAddress | undefined,
  onPlaced: () => void,
) {
  const [isConverted, setConverted] = useState(false);
  /** Id of the slot that waits for the photograph which is sent; null: the picture is a layer of its own. */
  const waiting = useRef<string | null>(null);
  const [isFor, setFor] = useState<string | null>(null);
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
    upload.send(file);
  };
  return {
    send,
    /** For the panel that chooses a picture for a slot, or for a layer of its own: null. */
    panel: (slot: string | null) => ({
      ...upload,
      ...(slot === isFor
        ? { isConverted }
        : { isConverted: false, uploading: null, problem: null }),
      onFile: (file: File) => send(file, slot),
      onCancel: upload.cancel,
    }),
  };
}

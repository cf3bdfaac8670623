"""Exports mock-up kits: what the shop's own warp (shop/designs/mockups) needs of a rendered template.

python3 photography/kit.py RENDERS OUT [KIT...]
python3 photography/kit.py --reference RENDERS KIT ARTWORK BODY OUT

A kit has for each pixel where the print is (u, v), how much of the pixel is print (coverage) and how much is plain body,
the light that falls there, and everything else as it is seen (rest). `window` in kits.json is the printed area in the
template's own u and v: left, bottom, right, top. The second form writes what compose.py makes of the same template.
"""

import io
import json
import os
import struct
import sys

import numpy as np
from PIL import Image
from scipy import ndimage

import compose
from compose import HERE, hexa, prepare, to_srgb, tone, weave

SIZES = (640, 960)
LINING = "#f7f6f2"
GIVEN = 0.93  # how much of its colour a thing in a photograph has (compose.py)
STEPS = 8192  # of u and v: 0.03 mm round a mug, and less noise to store than 65 536


def window_of(template, window):
    left, bottom, right, top = window
    u = (template["u"] - left) / (right - left)
    v = (template["v"] - bottom) / (top - bottom)
    return u, v


def planes(template, window, texture, lining):
    """Float planes at the renders' size. v grows downwards, as in an artwork."""
    low = template["light"].shape[0]
    spot, area = template["spot"], float(template["factor"]) ** 2
    u, v = window_of(template, window)
    inside = (u >= 0) & (u <= 1) & (v >= 0) & (v <= 1)

    def total(values, where=slice(None)):
        return np.bincount(spot[where], values, low * low).reshape(low, low)

    count = total(np.ones(inside.sum()), inside)
    share = np.maximum(count, 1)
    everywhere = np.maximum(total(np.ones(len(u))), 1)
    threads = total(weave(template["u"], template["v"], texture)) / everywhere
    threads[threads == 0] = 1
    return dict(
        u=total(u[inside], inside) / share, v=1 - total(v[inside], inside) / share,
        coverage=count / area, body=template["body"] + total(np.ones((~inside).sum()), ~inside) / area,
        light=template["light"] * (GIVEN * threads)[..., None],
        rest=(template["fixed"] + template["lining"][..., None] * hexa(lining) * GIVEN) * template["light"] + template["rest"],
    )


def resized(plane, size):
    """Averages of the pixels below, as a camera with fewer pixels has them."""
    low = plane.shape[0]
    if low == size:
        return plane
    if plane.ndim == 3:
        return np.stack([resized(plane[..., c], size) for c in range(plane.shape[2])], -1)
    return np.asarray(Image.fromarray(plane.astype(np.float32)).resize((size, size), Image.BOX))


def at_size(kit, size):
    coverage = resized(kit["coverage"], size)
    share = np.maximum(coverage, 1e-6)
    small = {name: resized(kit[name], size) for name in ("body", "rest")}
    for name in ("u", "v"):
        small[name] = resized(kit[name] * kit["coverage"], size) / share
    lit = np.minimum(kit["coverage"] + kit["body"], 1)
    weight = resized(lit, size)
    small["light"] = resized(kit["light"] * lit[..., None], size) / np.maximum(weight, 1e-6)[..., None]
    return small | dict(coverage=coverage, lit=weight)


def webp(pixels, **options):
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "WEBP", method=6, **options)
    return out.getvalue()


def encode(kit):
    """The bytes of a kit: "KIT1", the length of the JSON, the JSON, and three WebP pictures; see shop/designs/mockups/kit.ts."""
    size = kit["u"].shape[0]
    covered = kit["coverage"] > 0.5 / 255
    # What no print reaches repeats the nearest print: it costs no bytes, and neighbours of the edge have a gradient.
    nearest = ndimage.distance_transform_edt(~covered, return_distances=False, return_indices=True)
    near = ndimage.distance_transform_edt(~covered) < 3
    fine = [np.where(near, np.round(np.clip(kit[n], 0, 1)[tuple(nearest)] * (STEPS - 1)), 0).astype(int) for n in ("u", "v")]
    masks = [np.round(np.clip(kit[n], 0, 1) * 255).astype(int) for n in ("coverage", "body")]
    high = np.stack([fine[0] >> 8, fine[1] >> 8, masks[0]], -1)
    lows = np.stack([fine[0] & 255, fine[1] & 255, masks[1]], -1)
    lit = kit["lit"] > 0.5
    brightest = float(np.percentile(kit["light"][lit], 99.95)) * 1.02
    source = ndimage.distance_transform_edt(~lit, return_distances=False, return_indices=True)
    light = np.round(np.sqrt(np.clip(kit["light"][tuple(source)] / brightest, 0, 1)) * 255)
    rest = np.round(to_srgb(tone(kit["rest"])) * 255)
    map_ = np.concatenate([high, lows]).astype(np.uint8)
    pictures = [
        webp(map_, lossless=True, exact=True),
        webp(light.astype(np.uint8), quality=92), webp(rest.astype(np.uint8), quality=92),
    ]
    facts = dict(v=1, size=size, steps=STEPS, brightest=round(brightest, 5), sum=int(map_.sum(dtype=np.int64)), bytes=[len(p) for p in pictures])
    head = json.dumps(facts, separators=(",", ":")).encode()
    return b"KIT1" + struct.pack("<I", len(head)) + head + b"".join(pictures)


def faces(kit):
    """The point of the print that has the most pixels around it, as shares of the window: which shot shows what."""
    weight = kit["coverage"]
    return [round(float((kit[n] * weight).sum() / weight.sum()), 3) for n in ("u", "v")]


def reference(template, window, texture, artwork, body):
    u, v = window_of(template, window)
    moved = template | dict(u=u.astype(np.float32), v=v.astype(np.float32))
    art = compose.load_art(artwork, float(template["pitch"]) / (window[2] - window[0]))
    return compose.compose(moved, art, body, LINING, texture)


def main():
    arguments = sys.argv[1:]
    known = {k["kit"]: k for k in json.load(open(f"{HERE}/kits.json"))}
    if arguments[0] == "--reference":
        renders, name, artwork, body, out = arguments[1:]
        kit = known[name]
        pixels = reference(prepare(renders, kit["template"]), kit["window"], kit.get("texture"), artwork, body)
        Image.fromarray((pixels * 255 + 0.5).astype(np.uint8)).save(out, quality=96, method=6)
        return
    renders, out, *names = arguments
    os.makedirs(out, exist_ok=True)
    for name in names or known:
        kit = known[name]
        made = planes(prepare(renders, kit["template"]), kit["window"], kit.get("texture"), kit.get("lining", LINING))
        for size in SIZES:
            data = encode(at_size(made, size))
            open(f"{out}/{name}.{size}.kit", "wb").write(data)
            print(name, size, f"{len(data) / 1000:.0f} kB", "faces", faces(at_size(made, size)), flush=True)


if __name__ == "__main__":
    main()

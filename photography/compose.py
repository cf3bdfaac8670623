"""Paints artwork and body colours into rendered templates.

python3 photography/compose.py RENDERS ARTWORK OUT [NAME...]

NAME is the start of a picture's name, or a whole template.

Each template was rendered once with white products. The light that fell on every pixel is kept
apart from the colour of the thing it fell on, so a product is: colour x light + reflections.
"""

import json
import os
import sys

import numpy as np
import OpenImageIO as oiio
from PIL import Image
from scipy import ndimage

HERE = os.path.dirname(os.path.abspath(__file__))
PRINT, BODY, LINING, GROUND = 1, 2, 3, 20
PAPER = np.array([0.885, 0.868, 0.828])  # linear, about #f1efea
SIZE = 960


def to_linear(c):
    c = np.asarray(c, dtype=np.float32)
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4).astype(np.float32)


def to_srgb(c):
    c = np.clip(c, 0, 1)
    return np.where(c <= 0.0031308, c * 12.92, 1.055 * c ** (1 / 2.4) - 0.055)


def hexa(code):
    return to_linear([int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)])


def read(path):
    image = oiio.ImageInput.open(path)
    names = image.spec().channelnames
    pixels = image.read_image(format="float")
    image.close()
    layers = {}
    for i, name in enumerate(names):
        _, layer, channel = name.rsplit(".", 2) if name.count(".") > 1 else ("", *name.split("."))
        layers.setdefault(layer, {})[channel] = pixels[..., i]

    def get(layer, channels="RGB"):
        found = layers[layer]
        planes = [found[c] for c in channels]
        return np.stack(planes, -1) if len(planes) > 1 else planes[0]

    return get, layers


def shifted(a, dy, dx):
    pad = [(abs(dy),) * 2, (abs(dx),) * 2] + [(0, 0)] * (a.ndim - 2)
    p = np.pad(a, pad, mode="edge")
    h, w = a.shape[:2]
    return p[abs(dy) + dy : abs(dy) + dy + h, abs(dx) + dx : abs(dx) + dx + w]


def denoise(colour, normal, depth, ids, levels, sigma, sharp_normal=48):
    """Edge-avoiding wavelets guided by normals, depth and material."""
    kernel = {-1: 0.25, 0: 0.5, 1: 0.25}
    gy, gx = np.gradient(depth)
    for level in range(levels):
        step = 2 ** level
        tone = np.log1p(8 * colour.mean(-1))
        smooth = ndimage.gaussian_filter(tone, 1.0)
        total, weight = np.zeros_like(colour), np.zeros(colour.shape[:2], np.float32)
        for dy, ky in kernel.items():
            for dx, kx in kernel.items():
                y, x = dy * step, dx * step
                w = np.full(colour.shape[:2], ky * kx, np.float32)
                if dy or dx:
                    w *= np.clip((shifted(normal, y, x) * normal).sum(-1), 0, 1) ** sharp_normal
                    slope = np.abs(gx * x + gy * y) + 0.004 * step
                    w *= np.exp(-np.abs(shifted(depth, y, x) - depth) / (2.5 * slope + 1e-4))
                    w *= shifted(ids, y, x) == ids
                    s = sigma / (1.6 ** level)
                    w *= np.exp(-((shifted(smooth, y, x) - smooth) / s) ** 2)
                total += w[..., None] * shifted(colour, y, x)
                weight += w
        colour = total / np.maximum(weight, 1e-6)[..., None]
    return colour


def prepare(renders, name):
    """The parts of a template that do not change from product to product."""
    cache, source = f"{renders}/{name}.npz", f"{renders}/{name}-data.exr"
    if os.path.exists(cache) and os.path.getmtime(cache) > os.path.getmtime(source):
        return dict(np.load(cache))
    get, _ = read(f"{renders}/{name}-light.exr")
    normal, depth = get("Normal", "XYZ"), np.minimum(get("Depth", "Z"), 500)
    ids = np.round(get("IndexMA", "X"))
    light = get("DiffDir") + get("DiffInd")
    rest = (get("GlossDir") + get("GlossInd")) * get("GlossCol") + get("Emit")
    rest += (get("TransDir") + get("TransInd")) * get("TransCol")
    light = denoise(light, normal, depth, ids, 5, 0.5, 420)
    rest = denoise(rest, normal, depth, ids, 3, 0.35, 96)

    get, _ = read(source)
    colour, index = get("DiffCol"), np.round(get("IndexMA", "X")).astype(np.int16)
    u, v = get("UV", "U"), get("UV", "V")
    high, low = index.shape[0], light.shape[0]
    factor = high // low

    def shrink(a):
        a = a.reshape(low, factor, low, factor, *a.shape[2:])
        return a.mean((1, 3)).astype(np.float32)

    mine = np.isin(index, (PRINT, BODY, LINING))
    # materials with sheen report more colour than they were given: hand that light back
    given = to_linear([0xE6 / 255])[0]
    extra = float(np.median(colour[index == PRINT])) / given - 1
    light = light * (1 + extra * shrink(mine.astype(np.float32)))[..., None]
    ground = shrink((index == GROUND).astype(np.float32))
    paper = (light * shrink(colour))[ground > 0.999]
    bright = np.percentile(paper, 50, axis=0)
    ys, xs = np.nonzero(index == PRINT)
    du = np.abs(np.diff(u, axis=1))[(index[:, 1:] == PRINT) & (index[:, :-1] == PRINT)]
    dv = np.abs(np.diff(u, axis=0))[(index[1:] == PRINT) & (index[:-1] == PRINT)]
    pitch = max(np.median(du[du < 0.05]), np.median(dv[dv < 0.05])) if len(du) else 0.001
    made = dict(
        light=light * (PAPER / bright), rest=rest * (PAPER / bright),
        fixed=shrink(np.where(mine[..., None], 0, colour)),
        body=shrink((index == BODY).astype(np.float32)),
        lining=shrink((index == LINING).astype(np.float32)),
        spot=((ys // factor) * low + xs // factor).astype(np.int32), factor=np.int32(factor),
        u=u[ys, xs].astype(np.float32), v=v[ys, xs].astype(np.float32),
        pitch=np.float32(pitch), ground=ground,
    )
    np.savez(cache, **made)
    return made


def sample(art, u, v):
    """Bilinear look-up in a premultiplied linear RGBA picture; v grows upwards."""
    h, w = art.shape[:2]
    x = np.clip(u, 0, 1) * w - 0.5
    y = (1 - np.clip(v, 0, 1)) * h - 0.5
    x0, y0 = np.floor(x).astype(int), np.floor(y).astype(int)
    fx, fy = (x - x0)[:, None].astype(np.float32), (y - y0)[:, None].astype(np.float32)
    xa, xb = np.clip(x0, 0, w - 1), np.clip(x0 + 1, 0, w - 1)
    ya, yb = np.clip(y0, 0, h - 1), np.clip(y0 + 1, 0, h - 1)
    return ((art[ya, xa] * (1 - fx) + art[ya, xb] * fx) * (1 - fy)
            + (art[yb, xa] * (1 - fx) + art[yb, xb] * fx) * fy)


def load_art(path, pitch):
    image = Image.open(path).convert("RGBA")
    width = int(np.clip(0.8 / max(pitch, 1e-5), 96, image.width))
    if width < image.width:
        image = image.resize((width, max(1, round(image.height * width / image.width))), Image.LANCZOS)
    pixels = np.asarray(image, dtype=np.float32) / 255
    colour = to_linear(pixels[..., :3])
    return np.concatenate([colour * pixels[..., 3:], pixels[..., 3:]], -1)


def weave(u, v, kind):
    """The tone of threads, as a factor on the colour."""
    if kind == "canvas":
        n = 300
        rng = np.random.default_rng(4)
        warp, weft = rng.normal(0, 1, (2, 4096)).astype(np.float32)
        x, y = u * n, v * n * 1.1
        a = warp[(x.astype(int) * 7 + (y / 9).astype(int)) % 4096]
        b = weft[(y.astype(int) * 5 + (x / 7).astype(int)) % 4096]
        grid = np.sin(2 * np.pi * x) * np.sin(2 * np.pi * y)
        return 1 + 0.028 * a + 0.028 * b + 0.035 * grid
    if kind == "jersey":
        rng = np.random.default_rng(5)
        field = ndimage.gaussian_filter(rng.normal(0, 1, (900, 900)), (1.3, 0.5), mode="wrap")
        field /= field.std()
        x, y = (u * 900).astype(int) % 900, (v * 900).astype(int) % 900
        return 1 + 0.018 * field[y, x].astype(np.float32)
    if kind == "paper":
        rng = np.random.default_rng(6)
        field = ndimage.gaussian_filter(rng.normal(0, 1, (900, 900)), 0.8, mode="wrap")
        field /= field.std()
        x, y = (u * 899).astype(int) % 900, (v * 899).astype(int) % 900
        return 1 + 0.010 * field[y, x].astype(np.float32)
    return np.ones_like(u)


def tone(c):
    """A soft shoulder above 0.72 and a touch of contrast; whites stay warm."""
    knee = 0.74
    over = np.maximum(c - knee, 0)
    c = np.where(c > knee, knee + (1 - knee) * (1 - np.exp(-over / (1 - knee))), c)
    return c


def compose(template, art, body, lining, texture):
    low = template["light"].shape[0]
    body, lining = hexa(body) * 0.93, hexa(lining) * 0.93
    colour = template["fixed"] + template["body"][..., None] * body + template["lining"][..., None] * lining
    u, v, spot = template["u"], template["v"], template["spot"]
    if art is not None:
        rgba = sample(art, u, v)
        painted = rgba[:, :3] * 0.93 + body * (1 - rgba[:, 3:])
    else:
        painted = np.repeat(body[None], len(u), 0)
    painted = painted * weave(u, v, texture)[:, None]
    area = float(template["factor"]) ** 2
    for c in range(3):
        colour[..., c] += (np.bincount(spot, painted[:, c], low * low) / area).reshape(low, low)
    out = to_srgb(tone(colour * template["light"] + template["rest"]))
    rng = np.random.default_rng(1)
    grain = ndimage.gaussian_filter(rng.normal(0, 1, (low, low)), 0.6)[..., None]
    return np.clip(out + 0.0022 * grain, 0, 1)


def main():
    renders, artwork, out, *names = sys.argv[1:]
    os.makedirs(out, exist_ok=True)
    shots = json.load(open(f"{HERE}/shots.json"))
    palette = json.load(open(f"{HERE}/palette.json"))
    ready = {}
    for shot in sorted(shots, key=lambda s: s["template"]):
        if names and not any(shot["name"].startswith(n) or shot["template"] == n for n in names):
            continue
        name = shot["template"]
        if not os.path.exists(f"{renders}/{name}-data.exr"):
            print("no render yet for", shot["name"])
            continue
        if name not in ready:
            ready = {name: prepare(renders, name)}
        template = ready[name]
        path = f"{artwork}/{shot['art']}.png" if shot.get("art") else None
        art = load_art(path, float(template["pitch"])) if path else None
        pixels = compose(template, art, palette.get(shot["body"], shot["body"]),
                         palette.get(shot.get("lining"), shot.get("lining") or "#f7f6f2"), shot.get("texture"))
        Image.fromarray((pixels * 255 + 0.5).astype(np.uint8)).save(f"{out}/{shot['name']}.png")


if __name__ == "__main__":
    main()

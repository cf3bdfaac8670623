"""Fabric: panels cut from an outline and raised by folds, straps, the T-shirt and the bag."""

import math

import numpy as np
from mathutils import Vector
from mathutils.geometry import delaunay_2d_cdt
from scipy import ndimage
from scipy.spatial import cKDTree

from stage import BODY, LINING, PRINT, bump, group, material, mesh_object


def fabric(name, index, rough=0.9):
    mat = material(name, "#e6e6e6", rough, 0.12, index)
    return mat


class Folds:
    """A smooth random field, longer one way than the other."""

    def __init__(self, seed, along, across, turn=0.0, reach=6.0):
        rng = np.random.default_rng(seed)
        self.step, self.reach, self.turn = 0.04, reach, math.radians(turn)
        n = int(2 * reach / self.step)
        field = ndimage.gaussian_filter(rng.normal(0, 1, (n, n)), (across / self.step, along / self.step))
        self.field = field / field.std()

    def __call__(self, x, y):
        c, s = math.cos(self.turn), math.sin(self.turn)
        a, b = x * c + y * s, -x * s + y * c
        return ndimage.map_coordinates(self.field, [(b + self.reach) / self.step, (a + self.reach) / self.step],
                                       order=1, mode="reflect")


def dense(points, gap, closed=True):
    points = [np.asarray(p, dtype=float) for p in points]
    out = []
    for p, q in zip(points, points[1:] + (points[:1] if closed else [])):
        n = max(1, int(np.linalg.norm(q - p) / gap))
        out += [p + (q - p) * i / n for i in range(n)]
    if not closed:
        out.append(points[-1])
    return np.array(out)


def curve(p, q, bulge, steps=14):
    """From p to q, bowed to the left by `bulge` times the distance; without q."""
    p, q = np.asarray(p, float), np.asarray(q, float)
    d = q - p
    n = np.array([-d[1], d[0]])
    return [p + d * t + n * bulge * 4 * t * (1 - t) for t in np.linspace(0, 1, steps, endpoint=False)]


def panel(name, outline, height, mat, uv, gap=0.045):
    edge = dense(outline, gap)
    low, high = edge.min(0), edge.max(0)
    rng = np.random.default_rng(2)
    xs, ys = np.meshgrid(np.arange(low[0], high[0], gap), np.arange(low[1], high[1], gap))
    inner = np.stack([xs.ravel(), ys.ravel()], 1) + rng.uniform(-0.2, 0.2, (xs.size, 2)) * gap
    tree = cKDTree(edge)
    inside = points_inside(inner, edge)
    inner = inner[inside & (tree.query(inner)[0] > gap * 0.6)]
    verts = [Vector((float(x), float(y))) for x, y in np.vstack([edge, inner])]
    ring = list(range(len(edge)))
    out_verts, _, out_faces, *_ = delaunay_2d_cdt(verts, [], [ring], 1, 1e-5)
    flat = np.array([(v.x, v.y) for v in out_verts])
    distance = tree.query(flat)[0]
    z = height(flat[:, 0], flat[:, 1], distance)
    points = np.column_stack([flat, z])
    us, vs = uv(flat[:, 0], flat[:, 1])
    corners = [(us[i], vs[i]) for f in out_faces for i in f]
    return mesh_object(name, points, [tuple(f) for f in out_faces], mat, corners)


def points_inside(points, polygon):
    x, y = points[:, 0], points[:, 1]
    inside = np.zeros(len(points), bool)
    px, py = polygon[:, 0], polygon[:, 1]
    qx, qy = np.roll(px, -1), np.roll(py, -1)
    for ax, ay, bx, by in zip(px, py, qx, qy):
        if ay == by:
            continue
        cross = ((ay > y) != (by > y)) & (x < (bx - ax) * (y - ay) / (by - ay) + ax)
        inside ^= cross
    return inside


def ribbon(name, path, width, across, mat, thickness=0.03, ribs=0):
    """A strap along `path`; `across` gives the direction of its width at each point."""
    path, across = np.asarray(path, float), np.asarray(across, float)
    across = across / np.linalg.norm(across, axis=1, keepdims=True)
    tangent = np.gradient(path, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
    normal = np.cross(tangent, across)
    verts, cols = [], 9
    section = [(-0.5, 0), (-0.5, 0.7), (-0.44, 1), (-0.2, 1), (0, 1), (0.2, 1), (0.44, 1), (0.5, 0.7), (0.5, 0)]
    length = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    for i, p in enumerate(path):
        wave = 0.16 * thickness * math.sin(length[i] * ribs) if ribs else 0
        for a, b in section:
            verts.append(p + across[i] * width * a + normal[i] * (thickness * b + (wave if b == 1 else 0)))
    faces = []
    for i in range(len(path) - 1):
        for c in range(cols):
            d = (c + 1) % cols
            faces.append((i * cols + c, i * cols + d, (i + 1) * cols + d, (i + 1) * cols + c))
    return mesh_object(name, verts, faces, mat, [(0.5, 0.5)] * (4 * len(faces)))


TOTE_W, TOTE_H = 3.6, 4.0


def tote_body(at, rotation, hanging):
    g = group(at, (0, 0, rotation))
    w, h = TOTE_W / 2, TOTE_H / 2
    outline = (curve((-w, -h), (w, -h), -0.006) + curve((w, -h), (w - 0.03, h), 0.010)
               + curve((w - 0.03, h), (-w + 0.03, h), -0.012 if hanging else 0.004)
               + curve((-w + 0.03, h), (-w, -h), 0.010))
    drape, small, tilt = Folds(11, 1.5, 0.32, 90), Folds(12, 0.34, 0.12, 65), Folds(13, 0.9, 0.25, 52)
    creases = Folds(21, 0.5, 0.05, 15)

    def height(x, y, d):
        z = 0.035 + 0.11 * (1 - np.exp(-d / 0.16))
        soft = 1 - np.exp(-d / 0.5)
        z = z + soft * (0.045 * drape(x, y) + 0.022 * tilt(x, y)) + 0.008 * small(x, y) * (1 - np.exp(-d / 0.1))
        z = z + 0.005 * creases(x, y) * soft
        top = h - y
        z = z + 0.016 / (1 + np.exp((top - 0.3) / 0.012))  # the hem
        z = z - 0.010 * np.exp(-((top - 0.3) / 0.02) ** 2)
        side = w - np.abs(x)
        z = z - 0.008 * np.exp(-((side - 0.07) / 0.02) ** 2)
        if hanging:  # cloth pulled up towards the straps
            for sx in (-0.75, 0.75):
                pull = np.exp(-((x - sx - (top * 0.16 * np.sign(sx))) / (0.13 + 0.14 * top)) ** 2)
                z = z + 0.075 * pull * np.exp(-top / 1.4)
        return z

    cloth = panel("bag", outline, height, fabric("print", PRINT),
                  lambda x, y: (x / TOTE_W + 0.5, y / TOTE_H + 0.5), 0.04)
    back = panel("back", [(x * 0.995, y + (0.05 if y > 0 else 0)) for x, y in outline],
                 lambda x, y, d: 0.01 + 0.03 * (1 - np.exp(-d / 0.1)), fabric("body", BODY),
                 lambda x, y: (x * 0, y * 0), 0.12)
    cloth.parent = back.parent = g
    return g, h


def tote_strap_hung(g, top, peak, lift, drop, spread=0.75):
    """A strap from the bag up to a peg at `peak`, twisting to lie over it."""
    mat = fabric("strap", BODY)
    ts = np.linspace(0, 1, 90)
    r = 0.155
    left, side = [], []
    start = np.array([-spread, top - drop, lift])
    end = np.array([-r, peak, lift + 0.12])
    for t in ts:
        p = start + (end - start) * t
        p[0] -= 0.10 * math.sin(math.pi * t) * 0.6
        p[2] += 0.05 * math.sin(math.pi * t)
        left.append(p)
        turn = np.clip((t - 0.45) / 0.5, 0, 1)
        turn = turn * turn * (3 - 2 * turn) * math.pi / 2
        side.append([math.cos(turn), 0.15 * math.cos(turn), math.sin(turn)])
    over = [np.array([-r * math.cos(a), peak + r * math.sin(a), lift + 0.12]) for a in np.linspace(0.08, math.pi - 0.08, 26)]
    path = left + over + [p * [-1, 1, 1] for p in left[::-1]]
    across = side + [[0, 0, 1]] * len(over) + [[-s[0], s[1], s[2]] for s in side[::-1]]
    # the right half mirrors the left: keep the turning direction continuous
    across = side + [[0, 0, 1]] * len(over) + [[-s[0], s[1], s[2]] for s in side[::-1]]
    ribbon("strap", path, 0.27, across, mat, 0.028).parent = g


def tote_strap_flat(g, top, points, lift, width=0.27):
    """A strap lying on the table through the given points."""
    mat = fabric("strap", BODY)
    pts = np.asarray(points, float)
    t = np.linspace(0, len(pts) - 1, 140)
    from scipy.interpolate import CubicSpline
    xy = CubicSpline(np.arange(len(pts)), pts)(t)
    z = np.full(len(t), lift) + 0.05 * np.sin(np.linspace(0, math.pi, len(t))) ** 2
    path = np.column_stack([xy, z])
    tangent = np.gradient(xy, axis=0)
    across = np.column_stack([-tangent[:, 1], tangent[:, 0], 0.18 * np.sin(np.linspace(0, 9, len(t))) * np.linalg.norm(tangent, axis=1)])
    ribbon("strap", path, width, -across, mat, 0.028).parent = g


CHEST, CHEST_Y = 3.4, 0.72  # the print area of a shirt, and its centre


def tee(at=(0, 0, 0), rotation=0, back=False):
    """A shirt that lies flat; `back` shows its back, whose neck is shallow."""
    g = group(at, (0, 0, rotation))
    half = [(0.98, 3.28), (2.28, 2.93), (3.92, 1.22), (3.14, 0.62), (2.46, 1.42), (2.50, -3.72)]
    right = (curve(half[5], half[4], 0.012) + curve(half[4], half[3], -0.05) + curve(half[3], half[2], 0.0)
             + curve(half[2], half[1], 0.035) + curve(half[1], half[0], 0.0))
    dip = 0.26 if back else 0.86
    neck = [(0.98 * math.cos(a), 3.28 - dip * math.sin(a)) for a in np.linspace(0, math.pi, 40, endpoint=False)]
    left = [np.array([-p[0], p[1]]) for p in
            (curve(half[0], half[1], 0.0) + curve(half[1], half[2], -0.035) + curve(half[2], half[3], 0.0)
             + curve(half[3], half[4], 0.05) + curve(half[4], half[5], -0.008))]
    hem = curve((-2.50, -3.72), (0.3, -3.76), -0.008) + curve((0.3, -3.76), (2.50, -3.72), -0.014)
    outline = list(hem) + list(right) + neck + list(left)
    long, cross, fine = Folds(31, 1.3, 0.34, 82), Folds(32, 0.8, 0.22, 40), Folds(33, 0.30, 0.11, -35)
    rumple, crease, low = Folds(34, 0.6, 0.5, 0), Folds(35, 0.7, 0.16, 62), Folds(36, 1.1, 0.2, 98)

    def height(x, y, d):
        edge = 1 - np.exp(-d / 0.14)
        soft = 1 - np.exp(-d / 0.7)
        ax = np.abs(x)
        z = 0.045 + 0.085 * edge + soft * (0.040 * long(x, y) + 0.034 * cross(x, y) + 0.035 * rumple(x, y))
        z = z + 0.010 * fine(x, y) * edge
        ridge = np.exp(-(crease(x, y) / 0.22) ** 2) - 0.4
        z = z + 0.016 * ridge * soft * np.clip(0.55 + 0.4 * rumple(x, y), 0, 1)
        ridge = np.exp(-(low(x, y) / 0.25) ** 2) - 0.4
        z = z + 0.022 * ridge * soft / (1 + np.exp((y + 1.2) / 0.5))
        # folds that run from the armpits towards the middle
        for k, (slope, reach, amount) in enumerate([(0.30, 1.3, 0.075), (0.75, 1.5, 0.06), (-0.15, 0.9, 0.05)]):
            along = 2.46 - ax
            left = x < 0
            line = 1.42 - (slope + 0.14 * left) * along + 0.06 * np.sin(3 * along + k + 1.7 * left)
            fade = np.exp(-along / reach) * (along > 0) * (1 - np.exp(-(ax / 0.7) ** 2))
            z = z + amount * (1 - 0.4 * left) * np.exp(-((y - line) / (0.075 + 0.03 * along)) ** 2) * fade
        # the seam of the sleeve, from shoulder to armpit
        t = np.clip((2.93 - y) / (2.93 - 1.42), 0, 1)
        seam = 2.28 + 0.18 * t - 0.14 * np.sin(math.pi * t)
        on = (y < 2.95) & (y > 1.4)
        z = z - 0.022 * np.exp(-((ax - seam) / 0.034) ** 2) * on + 0.014 * np.exp(-((ax - seam + 0.08) / 0.05) ** 2) * on
        # hems of body and sleeves
        z = z - 0.010 * np.exp(-((y + 3.72 - 0.24) / 0.016) ** 2)
        nx, ny = np.array([0.6, 0.78]) / math.hypot(0.6, 0.78)
        cuff = (ax - 3.92) * -nx * 0 + ((ax - 3.53) * 0.609 + (y - 0.92) * -0.793)
        z = z - 0.010 * np.exp(-((cuff + 0.22) / 0.016) ** 2) * (ax > 2.7)
        return z

    cloth = panel("shirt", outline, height, fabric("print", PRINT),
                  lambda x, y: (x / CHEST + 0.5, (y - CHEST_Y) / CHEST + 0.5), 0.03)
    cloth.parent = g
    rib, inside = fabric("rib", BODY), fabric("inside", BODY)
    turn = np.linspace(0.0, math.pi, 520)
    if back:
        path = np.array([(0.95 * math.cos(a), 3.25 - 0.215 * math.sin(a), 0.115) for a in turn])
        ribbon("collar", path, 0.16, [(math.cos(a), -0.35 - math.sin(a), 0.0) for a in turn], rib, 0.024, 120).parent = g
        return g
    front = np.array([(0.90 * math.cos(a), 3.30 - 0.80 * math.sin(a), 0.115) for a in turn])
    ribbon("collar", front, 0.16, [(math.cos(a), -math.sin(a), 0.0) for a in turn], rib, 0.024, 120).parent = g
    backline = np.array([(0.90 * math.cos(a), 3.30 - 0.20 * math.sin(a), 0.06) for a in np.linspace(0.0, math.pi, 420)])
    ribbon("collar-back", backline, 0.16, [(math.cos(a) * 0.35, -1, 0.0) for a in np.linspace(0, math.pi, 420)],
           rib, 0.02, 120).parent = g
    pit = [(0.95 * math.cos(a), 3.34 - 0.95 * math.sin(a)) for a in np.linspace(0, math.pi, 40)]
    pit += [(0.95 * math.cos(a), 3.34 - 0.16 * math.sin(a)) for a in np.linspace(math.pi, 0, 40)][1:-1]
    panel("inside", pit, lambda x, y, d: 0.03 + 0 * x, inside, lambda x, y: (x * 0, y * 0), 0.08).parent = g
    tag = mesh_object("tag", [(-0.16, 3.02, 0.072), (0.16, 3.02, 0.072), (0.16, 2.72, 0.045), (-0.16, 2.72, 0.045)],
                      [(0, 1, 2, 3)], material("tag", "#f4f1ea", 0.7, 0.2, LINING))
    tag.parent = g
    return g

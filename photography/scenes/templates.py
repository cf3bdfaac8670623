"""Every picture template: what stands in front of the camera."""

import math

import numpy as np

import props
from cloth import (CHEST, Folds, curve, fabric, panel, ribbon, tee, tote_body, tote_strap_flat,
                   tote_strap_hung)
from props import arc, box, lathe, rounded_rect, slab, tube
from stage import (BODY, FIXED, LINING, PRINT, bevel, bump, camera, fill, flat, group, join_pose,
                   light, material, mesh_object, sweep, wood)

MUG_R, MUG_H = 0.41, 0.95


def above(width, tilt=0.0, target=(0, 0, 0), focal=85):
    """A camera over a flat lay that shows `width` units."""
    d = width / (36 / focal)
    a = math.radians(tilt)
    camera((target[0], target[1] - d * math.sin(a), target[2] + d * math.cos(a)), target, focal)


def mug(angle=0.0, at=(0, 0, 0), coffee=False):
    """A 330 ml mug; its handle points along +x, turned by `angle` degrees."""
    g = group(at, (0, 0, angle))
    glaze = dict(rough=0.12, spec=0.5)
    printed = material("print", "#e6e6e6", index=PRINT, **glaze)
    body = material("body", "#e6e6e6", index=BODY, **glaze)
    lining = material("lining", "#e6e6e6", index=LINING, **glaze)
    wall = lathe("wall", [(MUG_R, z) for z in np.linspace(0.05, MUG_H - 0.03, 30)], printed, 200,
                 (0, MUG_H))
    foot = [(0.0, 0.03), (0.30, 0.03), (0.315, 0.0), (0.335, 0.0)] + arc(MUG_R - 0.05, 0.05, 0.05, -90, 0)
    lip = [(MUG_R, MUG_H - 0.03)] + arc(MUG_R - 0.02, MUG_H - 0.022, 0.02, 0, 180, 10)
    inner = [(MUG_R - 0.04, MUG_H - 0.022)] + [(MUG_R - 0.04, z) for z in np.linspace(0.9, 0.14, 12)]
    inner += arc(MUG_R - 0.12, 0.14, 0.08, 0, -90, 8) + [(0, 0.06)]
    ts = np.linspace(0, 1, 60)
    a = np.radians(98 - 196 * ts)
    xs = MUG_R - 0.035 + 0.31 * np.maximum(np.cos(a), -0.2)
    zs = 0.49 + 0.29 * np.sign(np.sin(a)) * np.abs(np.sin(a)) ** 0.85
    path = np.stack([xs, np.zeros_like(xs), zs], 1)
    swell = 1 + 0.55 * np.exp(-(ts / 0.07) ** 2) + 0.55 * np.exp(-((1 - ts) / 0.07) ** 2)
    parts = [wall, lathe("foot", foot, body, 200), lathe("lip", lip, body, 200),
             lathe("inside", inner, lining, 200),
             tube("handle", path, 0.046, body, 28, 1.4, taper=swell)]
    if coffee:
        drink = material("coffee", "#2a1509", 0.05, 0.5)
        crema = material("crema", "#6b3f1c", 0.3, 0.4)
        parts.append(lathe("coffee", [(0.0, 0.80), (0.345, 0.80)], drink, 120))
        parts.append(lathe("crema", [(0.345, 0.80), (0.36, 0.801), (MUG_R - 0.039, 0.81)], crema, 120))
    for part in parts:
        part.parent = g
    return g


def mug_front():
    sweep(1.0)
    mug(-14, (-0.1, 0, 0))
    camera((0.02, -5.6, 1.55), (0.07, 0, 0.45), 114)


def mug_middle():
    """Its handle is behind it: what is printed opposite the handle faces the camera."""
    sweep(1.0)
    mug(82, (0.07, 0, 0))
    camera((0.02, -5.6, 1.55), (0.07, 0, 0.45), 114)


def mug_left():
    sweep(1.0)
    mug(194, (0.24, 0, 0))
    camera((0.02, -5.6, 1.55), (0.07, 0, 0.45), 114)


def mug_scene():
    sweep(1.0)
    props.board((0.1, 0.1, 0), (2.2, 1.6, 0.12), 10)
    mug(-24, (-0.1, 0.14, 0.12), coffee=True)
    props.spoon((-0.72, -0.52, 0.115), (0, 0, 6), 1.2)
    props.beans(props.scatter(18, (0.35, -1.02), (0.3, 0.1), 5))
    camera((0.25, -4.7, 3.2), (0.1, -0.14, 0.34), 78)


def tote_hung():
    flat(2.4)
    g, top = tote_body((0, -1.2, 0.12), 0, True)
    tote_strap_hung(g, top, 4.1, 0.19, 0.42)
    tote_strap_hung(g, top, 4.1, -0.05, 0.02, 0.7)
    dowel = lathe("peg", [(0, -0.02), (0.13, -0.02), (0.13, 0.62)] + arc(0.1, 0.62, 0.03, 0, 90, 5) + [(0, 0.65)],
                  wood("peg", "#c99f6c", "#9c7044"), 48)
    join_pose(dowel, (0, -1.2 + 4.1, 0))
    above(7.5, 0, (0.05, -0.08, 0))


def tote_scene():
    flat(2.4)
    g, top = tote_body((0.15, -0.75, 0.0), 7, False)
    tote_strap_flat(g, top, [(-0.75, 1.65), (-0.8, 2.5), (-0.35, 3.45), (0.45, 3.4), (0.78, 2.5), (0.75, 1.65)], 0.17)
    tote_strap_flat(g, top, [(-0.75, 1.9), (-1.05, 2.5), (-1.0, 3.3), (-0.1, 3.05), (0.62, 2.6), (0.75, 1.9)], 0.03)
    props.keys((1.62, -2.6, 0.16), 20)
    book = notebook((-2.42, 1.55, 0), 24, plain="#2b39a6")
    props.pencil((-2.75, 2.95, 0.06), (0, 0, -22), 1.75, "#e3b23c")
    leaves((2.75, 2.6, 0.05), 215, 1.9)
    above(7.6, 6, (0.05, -0.05, 0))


def leaves(at, rotation, size, seed=1):
    green = bump(material("leaf", "#4c7350", 0.5, 0.35), 14, 0.12)
    dark = material("stem", "#5d6b3f", 0.6, 0.2)
    g = group(at, (0, 0, rotation))
    stem = [(t * size * 1.15, 0.10 * math.sin(2 * t), 0.06 + 0.05 * t) for t in np.linspace(0, 1, 20)]
    tube("stem", stem, 0.022, dark, 8, up=(0, 0, 1)).parent = g
    for i in range(7):
        t = 0.18 + 0.13 * i
        side = 1 if i % 2 else -1
        blade = props.leaf("blade", size * (0.62 - 0.035 * i), size * 0.2, green, 0.1, 0.2)
        blade.parent = g
        join_pose(blade, (t * size * 1.15, 0.10 * math.sin(2 * t), 0.10 + 0.05 * t),
                  (8 * side, -8, side * (48 - 3 * i)), g)
    tip = props.leaf("blade", size * 0.42, size * 0.16, green, 0.15, 0.2)
    join_pose(tip, (size * 1.12, 0.10 * math.sin(2), 0.1), (0, -4, 4), g)


def tee_front():
    flat(2.8)
    tee((0, 0.05, 0.0), -1.5)
    above(8.9, 0, (0, -0.16, 0))


def tee_back():
    flat(2.8)
    tee((0, 0.05, 0.0), -1.5, back=True)
    above(8.9, 0, (0, -0.16, 0))


def tee_folded():
    flat(1.5)
    props.board((0, 0.02, 0), (4.4, 4.3, 0.14), 0, "#cfa877", "#9c7044")
    g = group((0, 0, 0.14), (0, 0, -5))
    w, h = 1.42, 1.68
    crease = Folds(44, 0.7, 0.14, 55)
    long, fine, slow = Folds(41, 1.2, 0.3, 80), Folds(42, 0.35, 0.14, 30), Folds(43, 0.7, 0.5, 0)
    body = fabric("body", BODY)
    for k, (dx, dy, s) in enumerate([(0.03, -0.03, 1.0), (-0.02, 0.0, 0.985), (0.0, 0.02, 0.99)]):
        outline = [(x * s + dx, y * s + dy) for x, y in rounded_rect(2 * w, 2 * h, 0.1)]
        base = slab("layer", outline, 0.09, body, 0.043, segments=5)
        join_pose(base, (0, 0, 0.085 * k), (0, 0, 0.6 * (k - 1)), g)

    def height(x, y, d):
        z = 0.27 + 0.085 * np.sqrt(np.clip(1 - (1 - np.clip(d / 0.085, 0, 1)) ** 2, 0, 1))
        soft = 1 - np.exp(-d / 0.35)
        z = z + soft * (0.022 * long(x, y) + 0.026 * slow(x, y)) + 0.006 * fine(x, y) * (1 - np.exp(-d / 0.1))
        return z + 0.012 * soft * (np.exp(-(crease(x, y) / 0.22) ** 2) - 0.4)

    neck = [(0.80 * math.cos(a), h - 0.0 - 0.60 * math.sin(a)) for a in np.linspace(0, math.pi, 40)]
    outline = curve((-w, -h), (w, -h), -0.008) + curve((w, -h), (w, h), 0.005) + [(w, h)] + neck + [(-w, h)]
    outline += curve((-w, h), (-w, -h), 0.005)
    panel("front", outline, height, fabric("print", PRINT),
          lambda x, y: (x / (CHEST * 0.9) + 0.5, (y + 0.42) / (CHEST * 0.9) + 0.5), 0.026).parent = g
    turn = np.linspace(0.0, math.pi, 480)
    ribbon("collar", [(0.73 * math.cos(a), h - 0.02 - 0.55 * math.sin(a), 0.352) for a in turn], 0.17,
           [(math.cos(a), -math.sin(a), -0.12) for a in turn], fabric("rib", BODY), 0.022, 125).parent = g
    ribbon("back", [(0.73 * math.cos(a), h - 0.03 - 0.14 * math.sin(a), 0.305) for a in turn], 0.17,
           [(0.3 * math.cos(a), -1, 0) for a in turn], fabric("rib", BODY), 0.022, 125).parent = g
    tag = mesh_object("tag", [(-0.14, h - 0.24, 0.312), (0.14, h - 0.24, 0.312), (0.14, h - 0.48, 0.29),
                              (-0.14, h - 0.48, 0.29)], [(0, 3, 2, 1)], material("tag", "#f4f1ea", 0.7, 0.2, LINING))
    tag.parent = g
    leaves((2.5, -1.3, 0.02), 112, 1.7, 2)
    above(5.3, 33, (0.12, -0.02, 0.2))


def notebook(at, rotation, plain=None, size=(1.48, 2.1), thick=0.15, ribbon_colour="#be1633"):
    """A hard-cover book lying on its back; `plain` gives it one fixed colour."""
    g = group(at, (0, 0, rotation))
    w, h = size
    if plain:
        cover = back = material("cover", plain, 0.55, 0.3)
        paper = material("pages", "#f3eddd", 0.85, 0.1)
    else:
        cover = material("print", "#e6e6e6", 0.5, 0.32, PRINT)
        back = material("body", "#e6e6e6", 0.55, 0.3, BODY)
        paper = material("pages", "#f3eddd", 0.85, 0.1)
    bump(paper, 3.0, 0.3, (0.3, 0.3, 40), 2, 0.006)
    r = 0.07

    def board_outline(w, h, r):
        points = [(-w / 2, h / 2)]
        points += [(-w / 2, -h / 2)]
        points += [(w / 2 - r + r * math.cos(a), -h / 2 + r + r * math.sin(a)) for a in np.linspace(-math.pi / 2, 0, 8)]
        points += [(w / 2 - r + r * math.cos(a), h / 2 - r + r * math.sin(a)) for a in np.linspace(0, math.pi / 2, 8)]
        return points

    t = 0.022
    parts = [slab("back", board_outline(w, h, r), t, back, 0.008)]
    pages = slab("pages", board_outline(w - 0.05, h - 0.06, r * 0.8), thick - 2 * t, paper, 0.006)
    pages.location = (-0.015, 0, t)
    parts.append(pages)
    # the cover, with the groove along the spine
    lid = slab("edge", board_outline(w, h, r), t - 0.006, back, 0.004)
    lid.location.z = thick - t - 0.012
    parts.append(lid)

    def skin(x, y, d):
        groove = np.exp(-((x + w / 2 - 0.135) / 0.016) ** 2)
        return thick - 0.009 + 0.009 * np.sqrt(1 - (1 - np.clip(d / 0.012, 0, 1)) ** 2) - 0.008 * groove

    parts.append(panel("cover", board_outline(w, h, r), skin, cover,
                       lambda x, y: (x / w + 0.5, y / h + 0.5), 0.018))
    spine = tube("spine", [(-w / 2 + 0.004, y, thick / 2) for y in np.linspace(-h / 2, h / 2, 12)], thick / 2,
                 back, 32, 1.0, up=(0, 0, 1))
    spine.scale = (0.55, 1, 1)
    spine.location.x = (-w / 2) * 0.45
    parts.append(spine)
    mark = mesh_object("mark", [(0.2, -h / 2 + 0.05, t + 0.05), (0.27, -h / 2 + 0.05, t + 0.05),
                                (0.30, -h / 2 - 0.2, 0.008), (0.23, -h / 2 - 0.23, 0.006)], [(0, 3, 2, 1)],
                       material("ribbon", ribbon_colour, 0.4, 0.4))
    parts.append(mark)
    for part in parts:
        part.parent = g
    return g


def notebook_front():
    flat(0.9)
    notebook((-0.02, 0.02, 0), -7)
    above(2.75, 14, (0, -0.03, 0.05))


def notebook_scene():
    flat(0.9)
    notebook((0.06, 0.12, 0), 17, plain="#e9e2d2", thick=0.17)
    notebook((-0.06, 0.06, 0.17), -12)
    props.pencil((0.3, -1.28, 0.04), (0, 0, 14), 1.5, "#e3b23c")
    leaves((-1.75, 1.55, 0.02), -52, 0.95, 3)
    above(3.35, 36, (0.02, -0.12, 0.15))


POSTER = (5.0, 7.0)


def poster_front():
    flat(2.8)
    w, h = POSTER
    oak = wood("oak", "#c79d6b", "#98693c")
    oak2 = wood("oak2", "#c79d6b", "#98693c")
    bar, deep = 0.2, 0.26
    for k, (length, x, y, turn) in enumerate([(w + 2 * bar, 0, h / 2 + bar / 2, 0), (w + 2 * bar, 0, -h / 2 - bar / 2, 180),
                                              (h + 2 * bar, w / 2 + bar / 2, 0, -90), (h + 2 * bar, -w / 2 - bar / 2, 0, 90)]):
        outline = [(length / 2, bar / 2), (-length / 2, bar / 2), (-length / 2 + bar, -bar / 2), (length / 2 - bar, -bar / 2)]
        piece = slab("bar", outline, deep, oak if k < 2 else oak2, 0.012)
        join_pose(piece, (x, y, 0.02), (0, 0, turn))
    sheet = slab("sheet", [(w / 2, h / 2), (-w / 2, h / 2), (-w / 2, -h / 2), (w / 2, -h / 2)], 0.02,
                 material("print", "#e6e6e6", 0.7, 0.2, PRINT), 0, (w, h))
    sheet.location.z = 0.09
    above(9.3, 0, (0, -0.05, 0))


def poster_scene():
    flat(2.8, key=False)
    fill(0.42)
    light("SUN", (-8, 7.5, 12), (0, 0, 0), 2.3, colour=(1, 0.94, 0.84), angle=1.1)
    w, h = POSTER
    wave = Folds(51, 2.5, 1.6, 10)
    outline = [(w / 2, h / 2), (-w / 2, h / 2), (-w / 2, -h / 2), (w / 2, -h / 2)]
    sheet = panel("sheet", outline, lambda x, y, d: 0.16 + 0.05 * wave(x, y) * (1 - (2 * y / h) ** 2) + 0.06 * (2 * x / w) ** 2 * (1 - (2 * y / h) ** 2),
                  material("print", "#e6e6e6", 0.75, 0.15, PRINT), lambda x, y: (x / w + 0.5, y / h + 0.5), 0.12)
    oak = wood("oak", "#c79d6b", "#98693c")
    for y in (h / 2, -h / 2):
        join_pose(box("bar", (w + 0.24, 0.24, 0.2), oak, 0.02), (0, y, 0.07))
    cord = material("cord", "#3c3a3a", 0.8, 0.1)
    for s in (-1, 1):
        tube("cord", [(s * (w / 2 - 0.5) * (1 - t), h / 2 + 0.1 + 0.78 * t, 0.16) for t in np.linspace(0, 1, 12)],
             0.022, cord, 8, up=(0, 0, 1))
    nail = lathe("nail", [(0, 0), (0.03, 0), (0.03, 0.25), (0.07, 0.25), (0.07, 0.28), (0, 0.29)],
                 material("brass", "#b98d45", 0.3, 0.5, metal=1.0), 24)
    join_pose(nail, (0, h / 2 + 0.84, 0))
    green = material("gobo", "#4c7350", 0.6, 0.2)
    for gx, gy, turn, size in ((-7.4, 5.2, -8, 5.6), (-7.2, 8.3, -30, 6.4)):
        g = group((gx, gy, 4.4), (0, 0, turn))
        blades = [tube("rib", [(0.02 * i * size, 0, 0) for i in range(50)], 0.022, green, 8, up=(0, 0, 1))]
        for i in range(9):
            for side in (-1, 1):
                t = 0.16 + 0.095 * i
                blade = props.leaf("blade", size * (0.44 - 0.26 * abs(t - 0.42)), size * 0.042, green, 0.05, 0.0, 14, 4)
                blades.append(join_pose(blade, (t * size, 0, 0), (0, 0, side * (60 - 30 * t))))
        for blade in blades:
            blade.parent, blade.visible_camera = g, False
    above(9.6, 0, (0, 0.22, 0))


def sticker_front():
    flat(0.85)
    g = group((0, 0, 0), (0, 0, -6))
    outline = rounded_rect(1.5, 1.5, 0.05)
    wave = Folds(61, 0.8, 0.6, 20)

    def height(x, y, d):
        corner = np.clip((x - y - 0.95) / 0.55, 0, 1)
        other = np.clip((-x + y - 1.15) / 0.4, 0, 1)
        return 0.008 + 0.17 * corner ** 2 + 0.03 * other ** 2 + 0.004 * np.abs(wave(x, y))

    paper = material("print", "#e6e6e6", 0.32, 0.4, PRINT)
    panel("sheet", outline, height, paper, lambda x, y: (x / 1.5 + 0.5, y / 1.5 + 0.5), 0.02).parent = g
    above(2.05, 10, (0, 0, 0))


def sticker_scene():
    flat(1.5)
    w, h = 3.04, 2.12
    g = group((-0.05, 0.2, 0), (0, 0, 9))
    alloy = material("alloy", "#c9cbd0", 0.32, 0.5, metal=0.6)
    slab("base", rounded_rect(w, h, 0.12), 0.07, alloy, 0.02).parent = g
    lid = slab("lid", rounded_rect(w, h, 0.12), 0.055, material("print", "#e6e6e6", 0.38, 0.5, PRINT), 0.016, (w, h))
    join_pose(lid, (0, 0, 0.08), (0, 0, 0), g)
    props.pencil((-1.2, -1.62, 0.04), (0, 0, 4), 1.75)
    notebook((1.55, -1.5, 0), -16, plain="#f3dfa0", size=(1.05, 1.48), thick=0.1)
    leaves((1.95, 2.15, 0.02), 200, 1.3, 4)
    above(4.9, 32, (0.1, -0.1, 0.05))


def tumbler(at=(0, 0, 0), angle=0.0, loop=20):
    g = group(at, (0, 0, angle))
    coat = dict(rough=0.42, spec=0.45)
    printed = bump(material("print", "#e6e6e6", index=PRINT, **coat), 260, 0.05, distance=0.004)
    body = bump(material("body", "#e6e6e6", index=BODY, **coat), 260, 0.05, distance=0.004)
    lid = material("lid", "#e6e6e6", 0.38, 0.45, LINING)
    steel = material("steel", "#d4d3d0", 0.24, 0.5, metal=1.0)
    r = 0.35
    foot = [(0, 0.02), (0.29, 0.02), (0.3, 0.0), (r - 0.02, 0.0), (r - 0.008, 0.012), (r - 0.008, 0.05)]
    wall = [(r, z) for z in np.linspace(0.055, 1.72, 40)]
    ts = np.linspace(0, 1, 14)
    shoulder = [(r - 0.08 * t * t * (3 - 2 * t), 1.72 + 0.17 * t) for t in ts] + [(0.27, 1.905)]
    cap = [(0.268, 1.895), (0.268, 1.92), (0.285, 1.93), (0.29, 1.94), (0.29, 2.19)]
    cap += arc(0.25, 2.19, 0.04, 0, 90, 8) + [(0, 2.235)]
    parts = [lathe("foot", foot, steel, 120), lathe("wall", wall, printed, 200, (0.055, 1.72)),
             lathe("shoulder", shoulder, body, 160), lathe("cap", cap, lid, 160),
             lathe("ring", [(0.272, 1.88), (0.281, 1.885), (0.281, 1.915), (0.27, 1.92)], steel, 120)]
    turn = np.linspace(math.radians(-4), math.radians(184), 40)
    arch = [(0.25 * math.cos(a), 0, 2.17 + 0.26 * math.sin(a)) for a in turn]
    strap = tube("loop", arch, 0.028, lid, 20, 2.0)
    strap.rotation_euler = (0, 0, math.radians(loop))
    parts.append(strap)
    for part in parts:
        part.parent = g
    return g


def tumbler_front():
    sweep(1.3)
    tumbler((0, 0, 0))
    camera((0, -8.2, 1.75), (0, 0, 1.19), 100)


def tumbler_middle():
    """Turned until the middle of a print faces the camera; the loop stays where it is in the shop's pictures."""
    sweep(1.3)
    tumbler((0, 0, 0), 94, -74)
    camera((0, -8.2, 1.75), (0, 0, 1.19), 100)


def tumbler_scene():
    sweep(1.3)
    props.board((0.0, 0.0, 0), (2.3, 1.6, 0.12), -8)
    tumbler((-0.12, 0.12, 0.12), 8)
    props.keys((0.62, -0.42, 0.12), 10)
    leaves((-1.42, -1.0, 0.02), 14, 1.0, 5)
    camera((0.2, -7.9, 3.3), (0.02, -0.1, 1.1), 88)


def phone_case(at, rotation, parent=None):
    g = join_pose(group(), at, rotation, parent)
    w, h, t = 0.765, 1.56, 0.115
    case = slab("case", rounded_rect(w, h, 0.135, 14), t, material("print", "#e6e6e6", 0.42, 0.42, PRINT), 0.04, (w, h), 6)
    glass = material("glass", "#17181c", 0.08, 0.6)
    rim = material("rim", "#2b2c31", 0.3, 0.6, metal=0.7)
    island = slab("island", rounded_rect(0.36, 0.38, 0.1), 0.016, glass, 0.006)
    lip = slab("lip", rounded_rect(0.41, 0.43, 0.12), 0.014, material("lip", "#e6e6e6", 0.42, 0.42, BODY), 0.006)
    cx, cy = -w / 2 + 0.275, h / 2 - 0.285
    lip.location, island.location = (cx, cy, t - 0.004), (cx, cy, t + 0.006)
    parts = [case, island, lip]
    for dx, dy, r in ((-0.075, 0.085, 0.075), (-0.075, -0.085, 0.075), (0.09, 0.0, 0.075)):
        ring = lathe("lens", [(r, 0), (r, 0.018), (r - 0.012, 0.024), (r - 0.018, 0.018)], rim, 48)
        eye = lathe("eye", [(0, 0.014), (r - 0.018, 0.014)], material("eye", "#0c0e18", 0.03, 0.8), 48)
        iris = lathe("iris", [(0.0, 0.0145), (0.026, 0.0145)], material("iris", "#27304f", 0.05, 0.8), 32)
        for o in (ring, eye, iris):
            o.location = (cx + dx, cy + dy, t + 0.02)
            parts.append(o)
    flash = lathe("flash", [(0, 0.001), (0.024, 0.001)], material("flash", "#f0e2b8", 0.3, 0.5), 24)
    flash.location = (cx + 0.09, cy + 0.125, t + 0.022)
    parts.append(flash)
    for y in (0.22, 0.02):
        button = slab("button", rounded_rect(0.02, 0.16, 0.009), 0.04, material("button", "#e6e6e6", 0.4, 0.4, BODY), 0.004)
        button.location = (w / 2 + 0.004, y, 0.04)
        parts.append(button)
    for part in parts:
        part.parent = g
    return g


def case_front():
    flat(0.85)
    phone_case((0.0, 0.0, 0.0), (0, 0, -9))
    above(2.0, 12, (0, -0.01, 0.05))


def case_scene():
    sweep(0.9)
    block = box("block", (1.5, 0.62, 0.5), wood("block", "#c99f6c", "#8f6238"), 0.025)
    join_pose(block, (-0.1, 0.5, 0), (0, 0, 4))
    phone_case((-0.25, 0.12, 0.80), (70, 0, 6))
    phone_case((0.78, -0.42, 0.0), (0, 0, -32))
    props.keys((-0.5, -0.72, 0.0), 8)
    camera((0.15, -5.2, 3.0), (0.1, -0.08, 0.56), 76)


# Only mock-ups show these.
TURNED = {"mug-middle": mug_middle, "mug-left": mug_left, "tee-back": tee_back, "tumbler-middle": tumbler_middle}

ALL = {
    "mug-front": mug_front, "mug-scene": mug_scene, "tote-hung": tote_hung, "tote-scene": tote_scene,
    "tee-front": tee_front, "tee-folded": tee_folded, "notebook-front": notebook_front,
    "notebook-scene": notebook_scene, "poster-front": poster_front, "poster-scene": poster_scene,
    "sticker-front": sticker_front, "sticker-scene": sticker_scene, "tumbler-front": tumbler_front,
    "tumbler-scene": tumbler_scene, "case-front": case_front, "case-scene": case_scene,
}

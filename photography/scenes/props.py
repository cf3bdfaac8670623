"""Shapes: turned, extruded and swept things, and the props around the products."""

import math
import random

import bpy
import numpy as np

from stage import (BODY, FIXED, LINING, PRINT, bevel, bump, group, join_pose, material,
                   mesh_object, subdivide, wood)


def lathe(name, profile, mat, segments=160, v_range=None):
    """Turns (radius, height) pairs round z. u runs with the angle from +x, v with the height."""
    profile = np.asarray(profile, dtype=float)
    low, high = v_range or (profile[:, 1].min(), profile[:, 1].max())
    angles = np.linspace(0, 2 * math.pi, segments, endpoint=False)
    verts = [(r * math.cos(a), r * math.sin(a), z) for a in angles for r, z in profile]
    n, faces, uvs = len(profile), [], []
    v = (profile[:, 1] - low) / (high - low)
    for i in range(segments):
        k = (i + 1) % segments
        for j in range(n - 1):
            faces.append((i * n + j, k * n + j, k * n + j + 1, i * n + j + 1))
            u0, u1 = i / segments, (i + 1) / segments
            uvs += [(u0, v[j]), (u1, v[j]), (u1, v[j + 1]), (u0, v[j + 1])]
    return mesh_object(name, verts, faces, mat, uvs)


def arc(cx, cz, r, start, end, steps=8):
    return [(cx + r * math.cos(math.radians(start + (end - start) * i / steps)),
             cz + r * math.sin(math.radians(start + (end - start) * i / steps)))
            for i in range(steps + 1)]


def tube(name, points, radius, mat, sides=20, flat=1.0, closed=False, taper=None, up=(0, 1, 0)):
    """Sweeps an ellipse along points. `flat` squeezes it along `up`."""
    points = np.asarray(points, dtype=float)
    n = len(points)
    tangent = np.gradient(points, axis=0)
    if closed:
        tangent = np.roll(points, -1, 0) - np.roll(points, 1, 0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
    up = np.asarray(up, dtype=float)
    side = np.cross(tangent, up)
    side /= np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-6)
    other = np.cross(side, tangent)
    sizes = np.full(n, radius) if taper is None else radius * np.asarray(taper)
    verts, faces = [], []
    for i in range(n):
        for s in range(sides):
            a = 2 * math.pi * s / sides
            verts.append(points[i] + sizes[i] * (math.cos(a) * side[i] + flat * math.sin(a) * other[i]))
    last = n if closed else n - 1
    for i in range(last):
        k = (i + 1) % n
        for s in range(sides):
            t = (s + 1) % sides
            faces.append((i * sides + s, i * sides + t, k * sides + t, k * sides + s))
    if not closed:
        faces.append(tuple(range(sides)))
        faces.append(tuple((n - 1) * sides + s for s in reversed(range(sides))))
    return mesh_object(name, verts, faces, mat)


def rounded_rect(w, h, r, steps=10):
    corners = [(w / 2 - r, h / 2 - r, 0), (-w / 2 + r, h / 2 - r, 90),
               (-w / 2 + r, -h / 2 + r, 180), (w / 2 - r, -h / 2 + r, 270)]
    return [(cx + r * math.cos(math.radians(a + 90 * i / steps)),
             cy + r * math.sin(math.radians(a + 90 * i / steps)))
            for cx, cy, a in corners for i in range(steps + 1)]


def slab(name, outline, thickness, mat, edge=0.02, uv_size=None, segments=4):
    """An outline raised to a thickness, lying on z = 0, softly bevelled, with flat UVs."""
    outline = np.asarray(outline, dtype=float)
    n = len(outline)
    verts = [(x, y, 0) for x, y in outline] + [(x, y, thickness) for x, y in outline]
    faces = [tuple(range(n))[::-1], tuple(range(n, 2 * n))]
    faces += [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    if uv_size is None:
        low, high = outline.min(0), outline.max(0)
        uv_size = (high[0] - low[0], high[1] - low[1])
    uvs = [(verts[i][0] / uv_size[0] + 0.5, verts[i][1] / uv_size[1] + 0.5)
           for face in faces for i in face]
    obj = mesh_object(name, verts, faces, mat, uvs)
    if edge:
        bevel(obj, edge, segments, 50)
    return obj


def box(name, size, mat, edge=0.02, **_):
    w, h, t = size
    return slab(name, [(w / 2, h / 2), (-w / 2, h / 2), (-w / 2, -h / 2), (w / 2, -h / 2)],
                t, mat, edge)


def beans(positions, seed=3):
    """Roasted coffee beans, each with its groove."""
    mat = bump(material("bean", "#3f2415", 0.42, 0.5), 9, 0.25)
    groove = material("groove", "#241209", 0.8, 0.2)
    rng = random.Random(seed)
    for x, y in positions:
        verts, faces, materials = [], [], []
        rows, cols = 20, 28
        for i in range(rows + 1):
            p = math.pi * i / rows
            for j in range(cols):
                a = 2 * math.pi * j / cols
                px, py, pz = (0.062 * math.cos(p), 0.043 * math.sin(p) * math.cos(a),
                              0.036 * math.sin(p) * math.sin(a))
                if pz > 0:
                    pz = pz * 0.55 + 0.004
                    dip = py - 0.006 * math.sin(px / 0.062 * 3)
                    pz -= 0.02 * math.exp(-(dip / 0.006) ** 2) * math.sin(p)
                verts.append((px, py, pz))
        for i in range(rows):
            for j in range(cols):
                k = (j + 1) % cols
                faces.append((i * cols + j, (i + 1) * cols + j, (i + 1) * cols + k, i * cols + k))
                px, py, pz = verts[i * cols + j]
                dip = py - 0.006 * math.sin(px / 0.062 * 3)
                materials.append(1 if pz > -0.006 and abs(dip) < 0.006 and abs(px) < 0.05 else 0)
        bean = mesh_object("bean", verts, faces, mat)
        bean.data.materials.append(groove)
        bean.data.polygons.foreach_set("material_index", materials)
        up = rng.random() < 0.55
        join_pose(bean, (x, y, 0.034), (rng.uniform(-16, 16) + (0 if up else 180),
                                       rng.uniform(-10, 10), rng.uniform(0, 360)))
        bean.location.z = 0.034 if up else 0.022


def scatter(count, centre, spread, seed, gap=0.11):
    rng, points = random.Random(seed), []
    while len(points) < count:
        p = (rng.gauss(centre[0], spread[0]), rng.gauss(centre[1], spread[1]))
        if all(math.dist(p, q) > gap for q in points):
            points.append(p)
    return points


def spoon(location, rotation, length=1.5, mat=None):
    mat = mat or material("steel", "#d9d6d0", 0.2, 0.5, metal=1.0)
    ts = np.linspace(0, 1, 60)
    verts, faces = [], []
    cols = 16
    for t in ts:
        if t < 0.3:
            half = 0.165 * math.sqrt(max(1 - ((t - 0.14) / 0.165) ** 2, 0.012))
        else:
            half = 0.028 + 0.034 * ((t - 0.3) / 0.7) ** 2
        if t > 0.965:
            half *= math.sqrt(max(1 - ((t - 0.965) / 0.036) ** 2, 0.02))
        if 0.24 < t < 0.36:
            half = max(half, 0.03)
        rise = 0.015 + 0.13 * np.clip((t - 0.2) / 0.25, 0, 1) ** 1.5 - 0.1 * np.clip((t - 0.45) / 0.5, 0, 1)
        depth = 0.075 * math.exp(-((t - 0.14) / 0.11) ** 2)
        for c in range(cols + 1):
            s = 2 * c / cols - 1
            verts.append((t * length, s * half, rise + 0.09 - depth * (1 - s * s) + 0.01 * s * s))
    for i in range(len(ts) - 1):
        for c in range(cols):
            a = i * (cols + 1) + c
            faces.append((a, a + cols + 1, a + cols + 2, a + 1))
    obj = mesh_object("spoon", verts, faces, mat)
    thick = obj.modifiers.new("thick", "SOLIDIFY")
    thick.thickness = 0.018
    subdivide(obj, 1)
    return join_pose(obj, location, rotation)


def leaf(name, length, width, mat, droop=0.35, fold=0.18, rows=28, cols=12):
    """A pointed leaf along +x from the origin, drooping and folded at its midrib."""
    verts, faces = [], []
    for i in range(rows + 1):
        t = i / rows
        half = width / 2 * (math.sin(math.pi * t ** 0.8) ** 0.75) * (1 - 0.25 * t)
        for j in range(cols + 1):
            s = 2 * j / cols - 1
            verts.append((t * length, s * half,
                          -droop * t * t * length + fold * abs(s) * half + 0.012 * math.sin(18 * t) * s))
    for i in range(rows):
        for j in range(cols):
            a = i * (cols + 1) + j
            faces.append((a, a + cols + 1, a + cols + 2, a + 1))
    return mesh_object(name, verts, faces, mat)


def pencil(location, rotation, length=1.75, colour="#2b39a6"):
    g = group(location, rotation)
    paint = material("pencil", colour, 0.35, 0.5)
    r = 0.038
    body = [(length * 0, 0), (length * 0.86, 0)]
    hexa = [(r * math.cos(math.radians(60 * k)), r * math.sin(math.radians(60 * k))) for k in range(6)]
    x0, x1, x2, x3 = 0, length * 0.87, length * 0.965, length
    verts = [(x, y, z) for x in (x0, x1) for y, z in hexa]
    faces = [(i, (i + 1) % 6, 6 + (i + 1) % 6, 6 + i) for i in range(6)] + [tuple(range(6))[::-1]]
    obj = mesh_object("pencil", verts, faces, paint, smooth=False)
    bevel(obj, 0.006, 2).parent = g
    ring = [(math.cos(math.radians(15 * k)), math.sin(math.radians(15 * k))) for k in range(24)]

    def cone(xa, ra, xb, rb, mat):
        vs = [(xa, ra * y, ra * z) for y, z in ring] + [(xb, rb * y, rb * z) for y, z in ring]
        mesh_object("cone", vs, [(i, (i + 1) % 24, 24 + (i + 1) % 24, 24 + i) for i in range(24)],
                    mat).parent = g

    cone(x1 - 0.004, r * 0.93, x2, r * 0.3, material("cedar", "#d8b083", 0.7, 0.2))
    cone(x2, r * 0.3, x3, r * 0.04, material("lead", "#2a2a2e", 0.4, 0.4))
    return g


def key(location, rotation, mat):
    """A flat house key with a round bow, teeth and a hole."""
    g = group(location, rotation)
    bow = [(0.17 * math.cos(a) - 0.02, 0.17 * math.sin(a))
           for a in np.linspace(math.radians(22), math.radians(338), 40)]
    teeth = [(0.2, -0.05), (0.3, -0.05), (0.33, -0.02), (0.38, -0.06), (0.43, -0.015), (0.48, -0.055),
             (0.53, -0.02), (0.57, -0.04), (0.62, 0.0), (0.58, 0.055), (0.2, 0.055)]
    outline = bow + teeth
    curve = bpy.data.curves.new("key", "CURVE")
    curve.dimensions, curve.fill_mode = "2D", "BOTH"
    curve.extrude, curve.bevel_depth = 0.008, 0.004
    hole = [(0.045 * math.cos(a) - 0.09, 0.045 * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 24, endpoint=False)]
    for points in (outline, hole[::-1]):
        spline = curve.splines.new("POLY")
        spline.points.add(len(points) - 1)
        for p, (x, y) in zip(spline.points, points):
            p.co = (x, y, 0, 1)
        spline.use_cyclic_u = True
    obj = bpy.data.objects.new("key", curve)
    bpy.context.collection.objects.link(obj)
    curve.materials.append(mat)
    obj.parent = g
    obj.location.z = 0.014
    return g


def keys(location, rotation=0):
    brass = material("brass", "#c79a4b", 0.28, 0.5, metal=1.0)
    steel = material("steel", "#cfcdc8", 0.25, 0.5, metal=1.0)
    g = group(location, (0, 0, rotation))
    ring = [(0.16 * math.cos(a), 0.16 * math.sin(a), 0.03) for a in np.linspace(0, 2 * math.pi, 48, endpoint=False)]
    tube("ring", ring, 0.012, steel, 10, closed=True, up=(0, 0, 1)).parent = g
    key((0.23, 0.03, 0.0), (0, 3, 12), brass).parent = g
    key((0.12, -0.2, 0.012), (0, -2, -52), steel).parent = g
    # a leather tag
    tag = slab("tag", rounded_rect(0.3, 0.62, 0.12), 0.03, bump(material("leather", "#8a4a2c", 0.55, 0.3), 30, 0.3), 0.012)
    tag.parent = g
    join_pose(tag, (-0.28, 0.26, 0.0), (0, 0, 48), g)
    return g


def board(location, size=(3.2, 2.2, 0.14), rotation=0, light="#c99f6c", dark="#8f6238"):
    obj = slab("board", rounded_rect(size[0], size[1], 0.22), size[2], wood("wood", light, dark), 0.03)
    return join_pose(obj, location, (0, 0, rotation))

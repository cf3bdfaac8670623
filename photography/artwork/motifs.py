"""Batik motifs as SVG. Every function returns a fragment that fills w x h from the origin."""

import math
import random

INK, CARBON, PINK, YELLOW, GREEN, STAMP = "#14183a", "#2b39a6", "#fbd7e2", "#ffefa0", "#d5efdb", "#be1633"
SOGA, SOGA_LIGHT, CREAM, TERRACOTTA, LEAF = "#6f4426", "#b07a45", "#f3e8d2", "#b5553a", "#2f5a43"


def clip(w, h, body, name, x=0, y=0, shape=None):
    shape = shape or f'<rect width="{w}" height="{h}"/>'
    return (f'<g transform="translate({x},{y})"><clipPath id="{name}">{shape}</clipPath>'
            f'<g clip-path="url(#{name})">{body}</g></g>')


def rect(w, h, fill, x=0, y=0, extra=""):
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{fill}" {extra}/>'


def kawung(w, h, cell, petal, ground=None, line=None, dot=None):
    """Four ovals in each square, pointing at its corners, with their isen-isen."""
    line, dot = line or ground or "#0000", dot or petal
    out = [rect(w, h, ground)] if ground else []
    c = cell
    for j in range(-1, math.ceil(h / c) + 1):
        for i in range(-1, math.ceil(w / c) + 1):
            x, y = (i + 0.5) * c, (j + 0.5) * c
            for turn in (45, 135, 225, 315):
                out.append(
                    f'<g transform="translate({x},{y}) rotate({turn})">'
                    f'<path d="M{c*.035},0 C{c*.14},{-c*.235} {c*.53},{-c*.235} {c*.665},0 C{c*.53},{c*.235} {c*.14},{c*.235} {c*.035},0Z" fill="{petal}"/>'
                    f'<path d="M{c*.12},0 C{c*.2},{-c*.15} {c*.48},{-c*.15} {c*.585},0 C{c*.48},{c*.15} {c*.2},{c*.15} {c*.12},0Z" fill="none" stroke="{line}" stroke-width="{c*.018}"/>'
                    f'<path d="M{c*.2},0 H{c*.5}" stroke="{line}" stroke-width="{c*.022}" stroke-linecap="round"/>'
                    f'<circle cx="{c*.35}" cy="{-c*.058}" r="{c*.017}" fill="{line}"/><circle cx="{c*.35}" cy="{c*.058}" r="{c*.017}" fill="{line}"/></g>')
            d = c * 0.05
            for px, py in ((x, y - c / 2), (x - c / 2, y)):
                out.append(f'<path d="M{px},{py-d*1.7} L{px+d},{py} L{px},{py+d*1.7} L{px-d},{py}Z" fill="{dot}"/>'
                           f'<path d="M{px-d*1.7},{py} L{px},{py-d} L{px+d*1.7},{py} L{px},{py+d}Z" fill="{dot}"/>')
    return "".join(out)


def parang_band(length, b, main, second, ground):
    """One band of interlocking S curves between two rows of diamonds, lying along x."""
    p = b * 0.62
    out = [rect(length, b, ground)]
    top, low = b * 0.13, b * 0.87
    for i in range(-2, math.ceil(length / p) + 2):
        x = i * p
        d = (f"M{x},{low} C{x+p*.62},{low} {x+p*.30},{b*.60} {x+p*.62},{b*.47} C{x+p*.98},{b*.34} {x+p*1.02},{b*.22} {x+p*.72},{b*.23}"
             f" C{x+p*.86},{b*.05} {x+p*1.5},{b*.16} {x+p*1.22},{b*.45} C{x+p*1.05},{b*.63} {x+p*.74},{b*.58} {x+p*.80},{low}Z")
        out.append(f'<path d="{d}" fill="{main}"/>')
        out.append(f'<path d="M{x+p*.60},{low-b*.05} C{x+p*.62},{b*.62} {x+p*.85},{b*.56} {x+p*1.04},{b*.42} C{x+p*1.15},{b*.32} {x+p*1.12},{b*.22} {x+p*1.0},{b*.2}" '
                   f'fill="none" stroke="{second}" stroke-width="{b*.022}" stroke-linecap="round"/>')
        out.append(f'<circle cx="{x+p*.30}" cy="{b*.60}" r="{b*.035}" fill="{main}"/>')
    for y in (0, b):
        out.append(rect(length, b * 0.085, main, 0, y - (b * 0.085 if y else 0)))
        for i in range(math.ceil(length / (b * 0.16)) + 1):
            x, m = i * b * 0.16, (y + b * 0.0425 if not y else y - b * 0.0425)
            out.append(f'<path d="M{x-b*.05},{m} L{x},{m-b*.026} L{x+b*.05},{m} L{x},{m+b*.026}Z" fill="{ground}"/>')
    return "".join(out)


def parang(w, h, band, main, second, ground, turn=-45, gap=0.0, skip=0):
    """Bands of parang across the whole area."""
    span = math.hypot(w, h)
    out = [rect(w, h, ground)] if not skip else []
    step = band * (1 + gap)
    n = math.ceil(span / step)
    rows = []
    for i in range(-n // 2 - 1, n // 2 + 2):
        if skip and i % skip:
            continue
        rows.append(f'<g transform="translate({-span*.75},{i*step-band/2})">{parang_band(span*1.5, band, main, second, ground)}</g>')
    out.append(f'<g transform="translate({w/2},{h/2}) rotate({turn})">{"".join(rows)}</g>')
    return "".join(out)


def cloud(x, y, w, tones, flip=1, turn=0, width=None):
    """One mega mendung cloud: an outline redrawn ever narrower from the outer to the inner tone."""
    path = ("M-500,60 C-430,64 -400,20 -352,14 C-392,-34 -350,-104 -286,-92 C-292,-168 -196,-206 -146,-150 C-120,-232 0,-250 40,-170 "
            "C92,-226 190,-190 186,-112 C250,-138 310,-84 286,-26 C346,-34 392,8 500,-8 C420,34 384,72 316,66 C330,112 270,146 226,116 "
            "C200,168 118,170 92,122 C52,166 -34,160 -52,112 C-96,150 -172,136 -180,88 C-226,116 -290,100 -296,58 C-352,92 -420,88 -500,60Z")
    curls = ("M-214,-20 C-250,-60 -196,-110 -158,-76 C-132,-50 -160,-20 -184,-36 M40,-60 C6,-104 70,-150 106,-108 C128,-78 98,-50 74,-66 "
             "M-70,30 C-104,-6 -50,-50 -18,-20 C4,4 -18,30 -40,18 M170,20 C140,-12 186,-54 216,-24 C236,-2 214,24 192,10")
    step = width or 33
    n = len(tones)
    layers = [f'<path d="{path}" fill="{tone}" stroke="{tone}" stroke-width="{step*2*(n-1-i)}" stroke-linejoin="round"/>'
              for i, tone in enumerate(tones)]
    layers.append(f'<path d="{curls}" fill="none" stroke="{tones[max(0, n-3)]}" stroke-width="9" stroke-linecap="round"/>')
    k = w / 1000
    return f'<g transform="translate({x},{y}) rotate({turn}) scale({k*flip},{k})">{"".join(layers)}</g>'


BLUES = ["#e9eefb", "#c3cef2", "#93a3e2", "#5c6ccb", "#2b39a6", "#1c2470"]
REDS = ["#fdeaf0", "#f6c3d0", "#e88fa3", "#d0495f", "#be1633", "#7d0f25"]


def mega_mendung(w, h, size, tones, ground=None, seed=1, rows=None):
    """Clouds in staggered rows, the lower ones in front."""
    rng = random.Random(seed)
    out = [rect(w, h, ground)] if ground else []
    step = size * 0.40
    count = rows or math.ceil(h / step) + 2
    for j in range(count):
        y = (j - 0.2) * step
        for i in range(-1, math.ceil(w / (size * 0.92)) + 2):
            x = (i + (0.5 if j % 2 else 0)) * size * 0.92 + rng.uniform(-0.04, 0.04) * size
            out.append(cloud(x, y + rng.uniform(-0.04, 0.04) * size, size * rng.uniform(0.94, 1.08), tones,
                             1 if (i + j) % 2 else -1))
    return "".join(out)


def star(x, y, r, colour, centre, petals=8, turn=0):
    out = []
    for k in range(petals):
        long = r if k % 2 == 0 else r * 0.72
        out.append(f'<path d="M0,0 C{long*.22},{-long*.3} {long*.2},{-long*.75} 0,{-long} C{-long*.2},{-long*.75} {-long*.22},{-long*.3} 0,0Z" '
                   f'transform="rotate({turn + 360/petals*k})" fill="{colour}"/>')
    for k in range(petals):
        a = math.radians(turn + 360 / petals * (k + 0.5))
        out.append(f'<circle cx="{r*.82*math.sin(a):.2f}" cy="{-r*.82*math.cos(a):.2f}" r="{r*.06}" fill="{colour}"/>')
    return f'<g transform="translate({x},{y})">{"".join(out)}<circle r="{r*.17}" fill="{centre}"/></g>'


def truntum(w, h, cell, colour, centre, ground=None, thin=0.0, seed=2):
    """Small stars on a lattice, with dots between; `thin` leaves ever more out towards the top."""
    rng = random.Random(seed)
    out = [rect(w, h, ground)] if ground else []
    rows = math.ceil(h / (cell * 0.5)) + 1
    for j in range(rows):
        for i in range(math.ceil(w / cell) + 2):
            x, y = (i + (0.5 if j % 2 else 0)) * cell, j * cell * 0.5
            up = 1 - y / h
            if rng.random() < thin * max(0, up) ** 1.1 * 1.15:
                continue
            big = (i + j) % 3 != 0
            out.append(star(x, y, cell * (0.29 if big else 0.2), colour, centre, 8, 0 if big else 22.5))
            for dx, dy in ((0.25, 0.0), (-0.25, 0.0)):
                if rng.random() > thin * up:
                    out.append(f'<circle cx="{x+dx*cell*2}" cy="{y+dy}" r="{cell*.025}" fill="{colour}"/>')
    return "".join(out)


def ceplok(w, h, cell, ground, main, second, accent):
    """Rosettes in squares, two kinds taking turns."""
    out = [rect(w, h, ground)]
    for j in range(math.ceil(h / cell)):
        for i in range(math.ceil(w / cell)):
            x, y, r = (i + 0.5) * cell, (j + 0.5) * cell, cell / 2
            g = []
            if (i + j) % 2:
                g.append(f'<circle r="{r*.9}" fill="{main}"/><circle r="{r*.8}" fill="none" stroke="{ground}" stroke-width="{r*.03}"/>')
                for k in range(8):
                    g.append(f'<g transform="rotate({45*k})"><path d="M0,{-r*.16} C{r*.3},{-r*.32} {r*.24},{-r*.66} 0,{-r*.74} C{-r*.24},{-r*.66} {-r*.3},{-r*.32} 0,{-r*.16}Z" fill="{ground}"/>'
                             f'<path d="M0,{-r*.28} V{-r*.56}" stroke="{main}" stroke-width="{r*.035}" stroke-linecap="round"/></g>')
                g.append(f'<circle r="{r*.17}" fill="{accent}"/><circle r="{r*.07}" fill="{ground}"/>')
            else:
                q = r * 0.96
                g.append(f'<path d="M0,{-q} L{q},0 L0,{q} L{-q},0Z" fill="{second}"/>')
                for k in range(4):
                    g.append(f'<g transform="rotate({90*k})"><path d="M0,{-r*.1} C{r*.34},{-r*.2} {r*.34},{-r*.6} 0,{-r*.84} C{-r*.34},{-r*.6} {-r*.34},{-r*.2} 0,{-r*.1}Z" fill="{main}"/>'
                             f'<path d="M0,{-r*.26} C{r*.14},{-r*.34} {r*.14},{-r*.54} 0,{-r*.64} C{-r*.14},{-r*.54} {-r*.14},{-r*.34} 0,{-r*.26}Z" fill="{ground}"/></g>')
                    g.append(f'<g transform="rotate({90*k+45})"><circle cy="{-r*.36}" r="{r*.055}" fill="{ground}"/><path d="M0,{-r*.98} L{r*.16},{-r*1.14} L0,{-r*1.3} L{-r*.16},{-r*1.14}Z" fill="{accent}"/></g>')
                g.append(f'<circle r="{r*.11}" fill="{accent}"/>')
            out.append(f'<g transform="translate({x},{y})">{"".join(g)}</g>')
    for i in range(math.ceil(w / cell) + 1):
        out.append(f'<path d="M{i*cell},0 V{h}" stroke="{main}" stroke-width="{cell*.012}"/>')
    for j in range(math.ceil(h / cell) + 1):
        out.append(f'<path d="M0,{j*cell} H{w}" stroke="{main}" stroke-width="{cell*.012}"/>')
    return "".join(out)


def tumpal(w, h, count, main, second, ground, accent):
    """A row of tall triangles with nested lines and a sprig inside."""
    out, step = [], w / count
    for i in range(count):
        x = i * step
        tone = main if i % 2 == 0 else second
        out.append(f'<g transform="translate({x},0)"><path d="M0,{h} L{step/2},0 L{step},{h}Z" fill="{tone}"/>')
        for k, f in enumerate((0.10, 0.2)):
            out.append(f'<path d="M{step*f*.95},{h-h*.045*(k+1)} L{step/2},{h*f*1.7} L{step-step*f*.95},{h-h*.045*(k+1)}" fill="none" stroke="{ground}" stroke-width="{step*.018}" stroke-linejoin="miter"/>')
        out.append(f'<path d="M{step/2},{h*.9} V{h*.5}" stroke="{ground}" stroke-width="{step*.02}"/>')
        for k in range(4):
            y, s = h * (0.84 - 0.085 * k), step * (0.17 - 0.033 * k)
            for d in (1, -1):
                out.append(f'<path d="M{step/2},{y} C{step/2+d*s},{y} {step/2+d*s*1.1},{y-h*.05} {step/2+d*s*.7},{y-h*.07} C{step/2+d*s*.3},{y-h*.06} {step/2},{y-h*.02} {step/2},{y}Z" fill="{ground}"/>')
        out.append(f'<circle cx="{step/2}" cy="{h*.46}" r="{step*.045}" fill="{accent}"/></g>')
        if i < count - 1:
            out.append(star(x + step, h * 0.22, step * 0.15, accent, ground))
    return "".join(out)

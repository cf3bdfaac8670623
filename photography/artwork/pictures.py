"""Plants, cities, kitchen things and lettering as SVG fragments."""

import math
import random

from motifs import CARBON, CREAM, GREEN, INK, LEAF, PINK, SOGA, STAMP, TERRACOTTA, YELLOW


def text(words, x, y, size, fill, weight=800, family="Bricolage Grotesque", anchor="middle", spacing=-0.02,
         extra="", width=None):
    fit = f'textLength="{width}" lengthAdjust="spacingAndGlyphs"' if width else ""
    return (f'<text x="{x}" y="{y}" font-family="{family}" font-weight="{weight}" font-size="{size}" '
            f'fill="{fill}" text-anchor="{anchor}" letter-spacing="{spacing}em" {fit} {extra}>{words}</text>')


def mono(words, x, y, size, fill, anchor="middle", weight=500):
    return text(words, x, y, size, fill, weight, "Martian Mono", anchor, 0.02)


def at(body, x, y, scale=1.0, turn=0, flip=1):
    return f'<g transform="translate({x},{y}) rotate({turn}) scale({scale*flip},{scale})">{body}</g>'


def line(d, colour, width, extra=""):
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round" {extra}/>'


def monstera(fill, vein, name, holes=True):
    """A split leaf about 400 high, its stalk at the origin, pointing up."""
    shape = "M0,0 C-40,-6 -120,30 -168,-30 C-222,-100 -190,-220 -128,-290 C-80,-345 -26,-368 0,-400 C26,-368 80,-345 128,-290 C190,-220 222,-100 168,-30 C120,30 40,-6 0,0Z"
    cuts = []
    for side in (1, -1):
        for k, (y, a) in enumerate([(-70, 8), (-132, 20), (-192, 32), (-250, 44)]):
            cuts.append(f'<path transform="translate({side*(62-k*7)},{y}) scale({side},1) rotate({-a})" d="M0,0 C30,-16 110,-18 190,-10 L190,12 C110,10 40,12 0,0Z" fill="#000"/>')
            if holes and k < 3:
                cuts.append(f'<ellipse transform="translate({side*36},{y-26}) rotate({-side*(30+a)})" rx="15" ry="6" fill="#000"/>')
    veins = "".join(line(f"M0,{y+34} Q{s*50},{y+4} {s*(150-k*22)},{y-18-k*18}", vein, 4)
                    for s in (1, -1) for k, y in enumerate((-40, -100, -160, -220)))
    return (f'<mask id="{name}"><rect x="-300" y="-450" width="600" height="500" fill="#fff"/>{"".join(cuts)}</mask>'
            f'<g mask="url(#{name})"><path d="{shape}" fill="{fill}"/>{veins}{line("M0,40 V-380", vein, 7)}</g>'
            + line("M0,-2 C-4,40 10,90 4,150", fill, 9))


def banana_leaf(fill, vein, ground, length=1000, seed=1):
    """A long torn leaf pointing up from the origin."""
    rng = random.Random(seed)
    n, half = 26, 165

    def width(t):
        return half * (math.sin(math.pi * min(1, t * 0.93 + 0.07)) ** 0.55)

    body = []
    for side in (1, -1):
        points = [(0, 0)]
        for i in range(n + 1):
            t = i / n
            points.append((side * width(t), -t * length))
            if i % 3 == (1 if side > 0 else 2) and 2 < i < n - 3:
                depth = rng.uniform(0.35, 0.75)
                points.append((side * width(t) * (1 - depth), -t * length + 34 - 6))
                points.append((side * width(t + 0.02), -t * length - 26))
        points.append((0, -length * 1.02))
        body.append(f'<path d="M{" L".join(f"{x:.0f},{y:.0f}" for x, y in points)}Z" fill="{fill}" stroke="{fill}" stroke-width="10" stroke-linejoin="round"/>')
    veins = []
    for i in range(2, 44):
        t = i / 45
        for side in (1, -1):
            veins.append(line(f"M0,{-t*length+30:.0f} Q{side*width(t)*.5:.0f},{-t*length+14:.0f} {side*width(t)*.92:.0f},{-t*length-14:.0f}", vein, 2.6))
    return "".join(body) + "".join(veins) + line(f"M0,160 Q-10,60 0,0 V{-length*.98}", vein, 13) + line("M0,160 Q-10,60 0,0", fill, 22)


def fern(colour, height=600, lean=40, width=6, seed=1, spread=1.0):
    """A frond growing up from the origin."""
    rng, out = random.Random(seed), []
    def spine(t):
        return lean * t * t + 12 * math.sin(3 * t), -height * t
    pts = [spine(i / 40) for i in range(41)]
    out.append(line("M" + " L".join(f"{x:.1f},{y:.1f}" for x, y in pts), colour, width))
    for i in range(4, 40):
        t = i / 40
        x, y = spine(t)
        reach = height * 0.26 * spread * math.sin(math.pi * (0.12 + 0.86 * t)) ** 0.8 * (1.15 - 0.6 * t)
        for side in (1, -1):
            a = math.radians(22 + 26 * t + rng.uniform(-3, 3))
            ex, ey = x + side * reach * math.cos(a), y - reach * math.sin(a)
            w = height * 0.011 * (0.5 + 0.5 * spread)
            nx, ny = math.sin(a) * side, math.cos(a)
            out.append(f'<path d="M{x:.1f},{y:.1f} Q{(x+ex)/2+nx*w*2.2:.1f},{(y+ey)/2+ny*w*2.2:.1f} {ex:.1f},{ey:.1f} Q{(x+ex)/2-nx*w*1.6:.1f},{(y+ey)/2-ny*w*1.6:.1f} {x:.1f},{y:.1f}Z" fill="{colour}"/>')
    return "".join(out)


def taro(fill, vein, dark):
    """A heart-shaped leaf, about 520 high, tip down, its stalk leaving from near the top."""
    shape = "M0,-70 C-60,-190 -210,-190 -226,-50 C-236,90 -110,250 0,340 C110,250 236,90 226,-50 C210,-190 60,-190 0,-70Z"
    veins = line("M0,-40 V320", vein, 6)
    for s in (1, -1):
        for ex, ey in ((150, -130), (208, -40), (196, 60), (146, 150), (84, 226)):
            veins += line(f"M0,{-30 + max(0, ey) * .55:.0f} Q{s*ex*.5},{ey-14} {s*ex},{ey}", vein, 4)
    half = "M0,-70 C60,-190 210,-190 226,-50 C236,90 110,250 0,340Z"
    return f'<path d="{shape}" fill="{fill}"/><path d="{half}" fill="{dark}" opacity=".28"/>{veins}'


def heliconia(red, green, pale):
    out = [line("M0,560 C10,300 -10,100 0,-420", green, 12)]
    for k in range(7):
        y, side = 190 - k * 92, 1 if k % 2 else -1
        s = 1 - k * 0.075
        out.append(f'<g transform="translate(0,{y}) scale({side*s},{s})"><path d="M0,44 C60,50 190,-10 268,-118 C190,-84 90,-70 0,-36Z" fill="{red}"/>'
                   + line("M8,30 C90,14 180,-40 246,-104", pale, 5) + f'<path d="M70,-52 C92,-86 124,-106 158,-112 C146,-92 128,-74 104,-62Z" fill="{YELLOW}"/></g>')
    for side, y, turn in ((1, 520, 34), (-1, 560, -40)):
        out.append(f'<g transform="translate(0,{y}) rotate({turn})"><path d="M0,0 C-90,-120 -80,-330 0,-470 C80,-330 90,-120 0,0Z" fill="{green}"/>'
                   + line("M0,0 V-450", pale, 5) + "".join(line(f"M0,{-60-50*k} L{s*(58-abs(k-3)*8)},{-96-50*k}", pale, 3) for k in range(7) for s in (1, -1)) + "</g>")
    return "".join(out)


def orchid_bloom(petal, shade, lip, r=120):
    out = []
    for turn, sx, sy in ((0, .62, 1.0), (125, .6, .95), (-125, .6, .95), (68, 1.0, .98), (-68, 1.0, .98)):
        out.append(f'<g transform="rotate({turn}) scale({sx},{sy})"><path d="M0,0 C{r*.75},{-r*.2} {r*.7},{-r*1.0} 0,{-r*1.08} C{-r*.7},{-r*1.0} {-r*.75},{-r*.2} 0,0Z" fill="{petal}" stroke="{shade}" stroke-width="3"/>'
                   + "".join(line(f"M0,{-r*.2} Q{k*r*.12},{-r*.5} {k*r*.22},{-r*.86}", shade, 2) for k in (-2, -1, 0, 1, 2)) + "</g>")
    out.append(f'<path d="M0,{-r*.1} C{r*.3},{-r*.08} {r*.28},{r*.36} 0,{r*.46} C{-r*.28},{r*.36} {-r*.3},{-r*.08} 0,{-r*.1}Z" fill="{lip}"/><circle r="{r*.1}" cy="{r*.02}" fill="{YELLOW}"/>')
    return "".join(out)


def potted(kind, green, pot, vein):
    """A plant in a pot, within -150..150 across and -190..160 down."""
    top = ""
    if kind == 0:
        top = "".join(at(monstera(green, vein, f"pm{kind}{i}{green[1:]}", False), 0, 40, 0.42, t) for i, t in enumerate((-48, 40, -4)))
    elif kind == 1:
        top = "".join(f'<path transform="rotate({t})" d="M-13,60 C-24,-60 -14,-150 0,-{h} C14,-150 24,-60 13,60Z" fill="{green}" stroke="{vein}" stroke-width="4"/>' for t, h in ((-22, 150), (20, 165), (-6, 200), (9, 175)))
    elif kind == 2:
        for i, (x, y) in enumerate(((-70, -60), (60, -80), (-20, -130), (92, 0), (-100, 20), (20, -20))):
            top += line(f"M0,50 Q{x*.3},{y*.5} {x},{y}", green, 6) + at(taro(green, vein, vein), x, y, 0.16, (i * 37) % 60 - 30)
    elif kind == 3:
        top = "".join(at(fern(green, 230, k, 5, 3), 0, 60, 1, k * 0.5) for k in (-70, -20, 30, 80))
    elif kind == 4:
        top = f'<ellipse cy="-40" rx="70" ry="108" fill="{green}"/>' + "".join(line(f"M{k*22},{-140+abs(k)*18} V{60-abs(k)*4}", vein, 4) for k in (-2, -1, 0, 1, 2)) + at(star8(STAMP), 0, -146, 0.3)
    elif kind == 5:
        for k in range(9):
            a = math.radians(-160 + 17.5 * k)
            x, y = 150 * math.cos(a), 40 + 190 * math.sin(a)
            top += f'<path d="M-6,56 Q{x*.5-10},{y*.9} {x},{y} Q{x*.5+12},{y*.8+10} 8,56Z" fill="{green}"/>'
    elif kind == 6:
        top = line("M0,60 V-120", SOGA, 12) + "".join(f'<ellipse cx="{x}" cy="{y}" rx="52" ry="40" fill="{green}"/>' for x, y in ((0, -140), (-54, -90), (56, -96), (0, -70)))
    elif kind == 7:
        top = "".join(at(banana_leaf(green, vein, vein, 700, k + 2), 0, 60, 0.3, t) for k, t in enumerate((-34, 30, -2)))
    else:
        top = line("M0,60 C-10,-20 30,-90 90,-130", green, 7) + "".join(at(orchid_bloom("#fff", PINK, STAMP, 60), x, y, 0.75, t) for x, y, t in ((14, -50, 0), (52, -104, 20), (100, -132, 30)))
        top += f'<path d="M0,60 C-60,20 -120,20 -140,40 C-100,70 -40,72 0,60Z" fill="{green}"/><path d="M0,60 C50,30 100,30 124,46 C90,72 40,72 0,60Z" fill="{green}"/>'
    return top + f'<path d="M-78,52 H78 L64,150 Q62,160 50,160 H-50 Q-62,160 -64,150Z" fill="{pot}"/><rect x="-86" y="44" width="172" height="26" rx="6" fill="{pot}"/><path d="M-76,76 H76" stroke="{INK}" stroke-opacity=".25" stroke-width="5"/>'


def star8(colour):
    return "".join(f'<path transform="rotate({45*k})" d="M0,0 C30,-40 30,-90 0,-130 C-30,-90 -30,-40 0,0Z" fill="{colour}"/>' for k in range(8)) + f'<circle r="30" fill="{YELLOW}"/>'


def monas(c, flame):
    """The Jakarta monument, 700 high, standing on the origin."""
    return (f'<path d="M-16,-150 C-12,-360 -11,-480 -9,-610 H9 C11,-480 12,-360 16,-150Z" fill="{c}"/>'
            f'<path d="M-34,-610 H34 L24,-634 H-24Z" fill="{c}"/><path d="M0,-634 C-26,-650 -20,-684 4,-706 C0,-686 26,-676 20,-650 C18,-640 10,-634 0,-634Z" fill="{flame}"/>'
            f'<path d="M-150,-166 C-90,-150 -60,-120 -40,-74 H40 C60,-120 90,-150 150,-166 L146,-180 H-146Z" fill="{c}"/>'
            f'<path d="M-60,-74 H60 V-40 H-60Z M-120,-40 H120 V-20 H-120Z M-180,-20 H180 V0 H-180Z" fill="{c}"/>')


def tower(x, w, h, c, lit, style=0, seed=1):
    rng = random.Random(seed)
    out = [f'<rect x="{x}" y="{-h}" width="{w}" height="{h}" fill="{c}"/>']
    if style == 1:
        out.append(f'<path d="M{x},{-h} L{x+w/2},{-h-w*.7} L{x+w},{-h}Z" fill="{c}"/>')
    if style == 2:
        out.append(f'<rect x="{x+w*.2}" y="{-h-40}" width="{w*.6}" height="42" fill="{c}"/><path d="M{x+w/2},{-h-110} V{-h}" stroke="{c}" stroke-width="6"/>')
    if style == 3:
        out.append(f'<path d="M{x},{-h} Q{x+w/2},{-h-w*.9} {x+w},{-h}Z" fill="{c}"/>')
    for j in range(int(h / 34) - 1):
        for i in range(max(1, int(w / 24) - 0)):
            if rng.random() < 0.62:
                out.append(f'<rect x="{x+9+i*(w-12)/max(1,int(w/24)):.0f}" y="{-h+18+j*34}" width="9" height="15" fill="{lit}"/>')
    return "".join(out)


def jakarta(c, lit, flame, far=None):
    """A skyline from -560 to 560, standing on y = 0."""
    far = far or c
    out = []
    for x, w, h, s in ((-560, 74, 210, 0), (-478, 60, 330, 2), (-408, 84, 260, 3), (-316, 62, 410, 1), (-246, 54, 220, 0),
                       (196, 60, 250, 0), (264, 80, 400, 3), (352, 58, 300, 2), (418, 74, 230, 0), (500, 60, 340, 1)):
        out.append(tower(x, w, h, far, lit, s, abs(x)))
    out.append(monas(c, flame))
    out.append(f'<path d="M-600,0 H600 V22 H-600Z" fill="{c}"/>' + "".join(f'<rect x="{x}" y="22" width="16" height="46" fill="{c}"/>' for x in range(-560, 580, 124)))
    out.append(f'<g transform="translate(-420,-34)"><rect width="250" height="34" rx="10" fill="{c}"/>' + "".join(f'<rect x="{14+40*k}" y="8" width="28" height="12" fill="{lit}"/>' for k in range(6)) + "</g>")
    return "".join(out)


def gedung_sate(c, lit):
    """Bandung's landmark, from -520 to 520, standing on y = 0."""
    out = [f'<path d="M-520,0 V-120 H-190 V-176 H190 V-120 H520 V0Z" fill="{c}"/>',
           f'<path d="M-540,-120 L-490,-176 H-230 L-190,-120Z M540,-120 L490,-176 H230 L190,-120Z" fill="{c}"/>',
           f'<path d="M-212,-176 L-150,-250 H150 L212,-176Z" fill="{c}"/>',
           f'<path d="M-96,-250 V-300 H96 V-250Z M-124,-300 L-70,-350 H70 L124,-300Z" fill="{c}"/>',
           f'<path d="M-52,-350 V-384 H52 V-350Z M-76,-384 L-30,-428 H30 L76,-384Z M-6,-428 V-540 H6 V-428Z" fill="{c}"/>']
    out += [f'<ellipse cy="{y}" rx="{r}" ry="{r*.72}" fill="{c}"/>' for y, r in ((-444, 15), (-464, 13), (-482, 12), (-499, 10), (-515, 8), (-530, 6))]
    out += [f'<path d="M{x},-20 V-74 Q{x+15},-100 {x+30},-74 V-20Z" fill="{lit}"/>' for x in list(range(-490, -210, 54)) + list(range(222, 500, 54))]
    out += [f'<path d="M{x},0 V-104 Q{x+22},-146 {x+44},-104 V0Z" fill="{lit}"/>' for x in (-160, -92, -22, 48, 116)]
    out += [f'<rect x="{x}" y="-288" width="20" height="28" fill="{lit}"/>' for x in (-74, -34, 14, 54)]
    out.append(f'<path d="M-600,0 H600 V14 H-600Z" fill="{c}"/>')
    return "".join(out)


def tugu(c, lit):
    """The Yogyakarta Tugu, 620 high, standing on the origin."""
    return (f'<path d="M-150,0 V-26 H-120 V-52 H-92 V-80 H92 V-52 H120 V-26 H150 V0Z" fill="{c}"/>'
            f'<path d="M-66,-80 V-220 H66 V-80Z M-80,-220 H80 L70,-250 H-70Z M-54,-250 L-44,-330 H44 L54,-250Z M-62,-330 H62 V-348 H-62Z" fill="{c}"/>'
            f'<path d="M-36,-348 L-22,-520 H22 L36,-348Z M-34,-520 H34 V-534 H-34Z M-20,-534 C-24,-566 -8,-580 0,-620 C8,-580 24,-566 20,-534Z" fill="{c}"/>'
            f'<path d="M-40,-100 H40 V-196 Q0,-216 -40,-196Z" fill="{lit}"/><path d="M-24,-264 H24 L19,-316 H-19Z" fill="{lit}"/>'
            + "".join(f'<path d="M{-26+k*2.6},{-372-k*36} H{26-k*2.6}" stroke="{lit}" stroke-width="5"/>' for k in range(4)))


def banyan(c, trunk):
    return (f'<path d="M-18,0 C-12,-50 -16,-80 -30,-120 H30 C16,-80 12,-50 18,0Z" fill="{trunk}"/>'
            + "".join(f'<circle cx="{x}" cy="{y}" r="{r}" fill="{c}"/>' for x, y, r in ((0, -190, 76), (-74, -150, 56), (74, -150, 56), (-36, -236, 50), (40, -236, 50))))


def bicycle(c, w=9):
    return (f'<g fill="none" stroke="{c}" stroke-width="{w}" stroke-linecap="round" stroke-linejoin="round"><circle cx="-92" cy="-62" r="58"/><circle cx="92" cy="-62" r="58"/>'
            f'<path d="M-92,-62 L-40,-150 H52 L-4,-62 H-92 M-4,-62 L-44,-164 M-62,-168 H-26 M92,-62 L46,-176 L80,-190"/></g>')


def mountain(c, cap, w=900, h=330):
    return (f'<path d="M{-w/2},0 C{-w*.26},{-h*.3} {-w*.12},{-h*.8} {-w*.035},{-h} Q0,{-h*.93} {w*.04},{-h*.985} C{w*.13},{-h*.76} {w*.28},{-h*.28} {w/2},0Z" fill="{c}"/>'
            f'<path d="M{-w*.035},{-h} Q0,{-h*.93} {w*.04},{-h*.985} L{w*.085},{-h*.86} L{w*.04},{-h*.8} L{w*.01},{-h*.86} L{-w*.03},{-h*.76} L{-w*.085},{-h*.83}Z" fill="{cap}"/>')


def rain(w, h, colour, count, seed=3, width=4, length=90):
    rng, out = random.Random(seed), []
    for _ in range(count):
        x, y = rng.uniform(0, w), rng.uniform(0, h)
        k = length * rng.uniform(0.5, 1.2)
        out.append(line(f"M{x:.0f},{y:.0f} l{-k*.28:.0f},{k:.0f}", colour, width))
    return "".join(out)


def steam(colour, width=16, height=150):
    return "".join(line(f"M{x},0 C{x-34},{-height*.3} {x+34},{-height*.6} {x},{-height}", colour, width) for x in (-70, 0, 70))


def stamp(words, colour, w=520, h=190, under=None):
    out = (f'<rect x="{-w/2}" y="{-h/2}" width="{w}" height="{h}" rx="14" fill="none" stroke="{colour}" stroke-width="12"/>'
           f'<rect x="{-w/2+20}" y="{-h/2+20}" width="{w-40}" height="{h-40}" rx="6" fill="none" stroke="{colour}" stroke-width="4"/>')
    out += text(words, 0, 36 if not under else 18, h * 0.56 if not under else h * 0.44, colour, 800, spacing=0.04)
    return out + (mono(under, 0, h * 0.33, h * 0.13, colour) if under else "")


def cup(body, line_, drink=SOGA):
    return (f'<path d="M-90,-60 H90 L76,70 Q70,96 40,96 H-40 Q-70,96 -76,70Z" fill="{body}" stroke="{line_}" stroke-width="8" stroke-linejoin="round"/>'
            f'<ellipse cy="-60" rx="90" ry="22" fill="{drink}" stroke="{line_}" stroke-width="8"/>' + line("M84,-30 C150,-44 150,50 78,44", line_, 10)
            + f'<ellipse cy="112" rx="130" ry="16" fill="{body}" stroke="{line_}" stroke-width="8"/>')


def kettle(body, line_):
    return (f'<path d="M-96,90 C-110,0 -60,-64 0,-64 C60,-64 110,0 96,90Z" fill="{body}" stroke="{line_}" stroke-width="8" stroke-linejoin="round"/>'
            + line("M92,40 C150,20 120,-60 176,-84", line_, 12) + line("M-60,-56 C-90,-150 90,-150 60,-56", line_, 10)
            + f'<circle cy="-74" r="12" fill="{line_}"/>' + line("M-70,60 H70", line_, 5))


def bean(c, groove):
    return f'<ellipse rx="76" ry="104" fill="{c}"/>' + line("M14,-96 C-46,-40 46,36 -14,96", groove, 11)


def chilli(c, g):
    return f'<path d="M0,0 C-60,70 -70,210 30,300 C30,220 60,140 44,0 C30,-16 14,-14 0,0Z" fill="{c}"/>' + line("M22,-6 C22,-40 40,-60 70,-66", g, 13)


def aubergine(c, g):
    return (f'<path d="M-40,0 C-110,120 -120,300 0,320 C120,300 110,120 40,0Z" fill="{c}"/>'
            f'<path d="M-58,30 C-50,-16 -20,-34 0,-36 C20,-34 50,-16 58,30 C40,16 24,40 0,22 C-24,40 -40,16 -58,30Z" fill="{g}"/>' + line("M0,-34 C0,-70 10,-90 30,-104", g, 14))


def greens(g, v):
    return "".join(f'<g transform="rotate({t} 0 270)">' + line("M0,310 C0,200 0,140 0,60", v, 9) + f'<path d="M0,110 C-70,60 -64,-60 0,-110 C64,-60 70,60 0,110Z" fill="{g}"/>' + line("M0,100 V-80", v, 5) + "</g>" for t in (-17, 16, 0)) + f'<rect x="-34" y="236" width="68" height="22" rx="8" fill="{STAMP}"/>'


def shallot(c, v):
    return f'<path d="M0,-110 C6,-60 90,-40 84,40 C78,100 30,116 0,116 C-30,116 -78,100 -84,40 C-90,-40 -6,-60 0,-110Z" fill="{c}"/>' + line("M0,-70 C-50,-10 -50,60 -10,108", v, 5) + line("M0,-70 C50,-10 50,60 10,108", v, 5) + line("M-14,116 l-8,22 M0,118 v24 M14,116 l8,22", v, 5)

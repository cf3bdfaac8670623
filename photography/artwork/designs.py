"""The artwork of every product: name -> (width, height, SVG fragment)."""

import random

from motifs import (BLUES, CARBON, CREAM, GREEN, INK, LEAF, PINK, REDS, SOGA, SOGA_LIGHT, STAMP, TERRACOTTA,
                    YELLOW, ceplok, clip, cloud, kawung, mega_mendung, parang, parang_band, rect, star, truntum, tumpal)
from pictures import (at, aubergine, banana_leaf, banyan, bean, bicycle, chilli, cup, fern, gedung_sate, greens,
                      heliconia, jakarta, kettle, line, monas, mono, monstera, mountain, orchid_bloom, potted, rain, shallot,
                      stamp, steam, taro, text, tugu)

MUG, TUMBLER, TOTE, TEE = (2710, 1000), (2200, 1670), (1800, 2000), (1600, 1600)
BOOK, POSTER, SHEET, LID, CASE = (1184, 1680), (1500, 2100), (1500, 1500), (2128, 1484), (1071, 2184)
DESIGNS = {}


def put(name, size, body):
    DESIGNS[name] = (*size, body)


def both(body, size=MUG):
    """The same print on both sides, where the camera looks (a mug's handle is turned a little)."""
    w, h = size
    shift = 0.04 if size == MUG else 0
    return at(body, w * (0.25 - shift), h / 2) + at(body, w * (0.75 + shift), h / 2)


def big(words, y, size, ink, width=None, x=0):
    return text(words, x, y, size, ink, 800, width=width, spacing=-0.03)


# Mugs ------------------------------------------------------------------------------------------
def bordered(body, ink):
    w, h = MUG
    return clip(w, h - 150, body, "wrap", 0, 75) + rect(w, 12, ink, 0, 46) + rect(w, 12, ink, 0, h - 58)


put("mug-kawung-soga", MUG, bordered(kawung(2710, 850, 2710 / 13, SOGA, None, CREAM, SOGA_LIGHT), SOGA))
put("mug-kawung-soga.karbon", MUG, bordered(kawung(2710, 850, 2710 / 13, CREAM, None, CARBON, "#aeb7ee"), CREAM))
put("mug-mega-mendung", MUG, clip(2710, 1000, "".join(
    cloud(2710 * (0.75 + dx) % 2710 + wrap, y, s, BLUES, f)
    for dx, y, s, f in ((-0.30, 700, 640, 1), (0.32, 660, 600, -1), (0.13, 300, 520, -1), (-0.14, 330, 560, 1),
                        (-0.5, 420, 560, 1), (-0.07, 720, 760, 1), (0.14, 770, 640, -1), (-0.2, 860, 560, 1))
    for wrap in (0, -2710)), "sky"))


def pelan(ink, accent):
    return at(big("Pelan-", -20, 250, ink, 660) + big("pelan", 200, 250, ink, 560, -20)
              + line("M-330,290 C-240,250 -150,330 -60,290 S120,250 210,290 S300,320 330,290", accent, 14), 0, -10, 1.0, -4)


put("mug-pelan-pelan", MUG, both(pelan(CARBON, STAMP)))
put("mug-pelan-pelan.merah-muda", MUG, both(pelan(STAMP, CARBON)))
put("mug-pelan-pelan.hijau-muda", MUG, both(pelan(INK, STAMP)))


def ngopi(ink, accent):
    return at(steam(accent, 22, 170), 0, -170) + big("Ngopi", 90, 270, ink, 660) + big("dulu.", 320, 270, ink, 520)


for suffix, ink, accent in (("", SOGA, STAMP), (".tinta", "#f6efdf", YELLOW), (".kuning", CARBON, STAMP)):
    put(f"mug-ngopi-dulu{suffix}", MUG, both(ngopi(ink, accent)))

rng = random.Random(5)
LEAVES = "".join(at(monstera((LEAF, "#3f7a55", "#6c9a6f")[k % 3], "#eef5ea", f"m{k}"), 110 + k * 226, 560 + (k % 2) * 330, 0.92 - 0.1 * (k % 3), -26 + (k * 47) % 60)
                 for k in range(12))
put("mug-daun-monstera", MUG, clip(2710, 1000, LEAVES, "wall"))
put("mug-jakarta", MUG, both(at(jakarta(CARBON, "#f7f6f2", STAMP, "#5c69c4"), 0, 200, 0.74) + mono("6°10′S 106°49′E", 0, 330, 40, CARBON) ))
put("mug-jakarta.karbon", MUG, both(at(jakarta("#f7f6f2", CARBON, YELLOW, "#aab3ec"), 0, 200, 0.74) + mono("6°10′S 106°49′E", 0, 330, 40, "#f7f6f2")))


def nota_name(name, ink, rule):
    out = "".join(rect(760, 4, rule, -380, y) for y in (-230, 210, 290)) + mono("No. 001248", 380, -260, 38, STAMP, "end")
    return out + mono("NOTA", -380, -260, 38, ink, "start") + text(name, 0, 120, 330, ink, 800) + mono("milik sendiri", -380, 266, 34, ink, "start")


for suffix in ("", ".krem", ".merah-muda"):
    put(f"mug-nama-anda{suffix}", MUG, both(nota_name("Rani", CARBON, "#8d95c4")))

# Bags ------------------------------------------------------------------------------------------
for suffix, main, second, ground in (("", SOGA, SOGA_LIGHT, "#efe2c6"), (".tinta", "#f0e4cb", "#b8a67e", "#2a2f55")):
    band = "".join(at(parang_band(4000, 330, main, second, ground), -2000, y) for y in (-560, -60, 440))
    put(f"tote-parang-miring{suffix}", TOTE, clip(1800, 2000, at(band, 900, 1000, 1, -38), "bag"))

put("tote-pasar-pagi", TOTE, at(
    at(at(aubergine("#5b3a78", LEAF), -330, -260, 1.0, -10) + at(chilli(STAMP, LEAF), -60, -230, 1.05, 8)
    + at(chilli("#d9822b", LEAF), 60, -150, 0.8, -20) + at(greens("#4f8a5b", "#2f5a43"), 330, -150, 1.15, 6)
    + at(shallot("#a8466a", PINK), -150, 200, 0.85, -12) + at(shallot("#b95a7a", PINK), 40, 220, 0.75, 10), 0, -70, 1.2)
    + text("Pasar pagi", 0, 560, 300, INK, 800, width=1240, spacing=-0.03) + mono("BUKA 04.30 – TUTUP KALAU HABIS", 0, 660, 46, INK), 900, 980))
for suffix, tone in (("", "#f0e2c2"), (".soga", "#f2e3c4")):
    put(f"tote-truntum-malam{suffix}", TOTE, at(clip(1640, 1800, truntum(1640, 1800, 164, tone, YELLOW if not suffix else "#d9a05b", thin=0.95), "bag"), 80, 150))
for suffix, a, b, v in (("", LEAF, "#5a8f63", "#e3d8bf"), (".hijau", "#e9e2c8", "#b9cfa8", "#3f6150")):
    put(f"tote-daun-pisang{suffix}", TOTE, at(at(banana_leaf(b, v, v, 1180, 4), 250, 560, 1.02, -24) + at(banana_leaf(a, v, v, 1260, 2), -260, 590, 1.05, 20), 900, 1120))
for suffix, ink, lit, acc in (("", CARBON, "#e3d8bf", STAMP), (".karbon", "#f4efe2", CARBON, YELLOW)):
    hills = at(mountain(ink, lit, 900, 300), -260, -20, 1.0).replace("<path", '<path opacity=".55"') + at(mountain(ink, lit, 800, 240), 300, -20, 1.0).replace("<path", '<path opacity=".35"')
    put(f"tote-bandung{suffix}", TOTE, at(at(clip(1200, 420, rain(1200, 420, ink, 70, 3, 5, 80), "rain"), -600, -760) + hills + at(gedung_sate(ink, lit), 0, 0, 1.08)
        + text("Bandung", 0, 340, 330, ink, 800, width=1200, spacing=-0.03) + mono("6°54′S 107°36′E — HUJAN PUKUL TIGA", 0, 440, 42, acc), 900, 1010))


def bakery(ink, accent, paper):
    ring = f'<circle r="470" fill="none" stroke="{ink}" stroke-width="16"/><circle r="432" fill="none" stroke="{ink}" stroke-width="5"/>'
    wheat = "".join(at("".join(f'<ellipse transform="translate({s*26},{-k*62}) rotate({s*32})" rx="18" ry="40" fill="{accent}"/>' for k in range(5) for s in (1, -1)) + line("M0,60 V-290", accent, 8), x, -30, 0.8, t)
                    for x, t in ((-250, -24), (250, 24)))
    loaf = f'<path d="M-180,40 C-230,-30 -190,-130 -90,-120 C-60,-170 60,-170 90,-120 C190,-130 230,-30 180,40Z" fill="{ink}"/>' + line("M-80,-70 l40,70 M0,-90 l40,80 M80,-74 l34,60", paper, 14)
    return ring + wheat + at(loaf, 0, -110, 0.95) + text("Roti Kenanga", 0, 130, 150, ink, 800, width=720) + text("sejak 1987", 0, 230, 90, accent, 700, "Caveat")


for suffix, ink, acc, paper in (("", SOGA, TERRACOTTA, "#e3d8bf"), (".tinta", "#f3e9d4", "#e0b25c", "#1b1f3d"), (".karbon", "#f6f1e4", YELLOW, CARBON)):
    put(f"tote-desain-anda{suffix}", TOTE, at(bakery(ink, acc, paper), 900, 1040, 1.2))

# Shirts ----------------------------------------------------------------------------------------
for suffix, ink, acc in (("", CARBON, STAMP), (".tinta", "#f4efe2", YELLOW)):
    put(f"kaos-pelan-pelan{suffix}", TEE, text("pelan-pelan", 800, 430, 270, ink, 800, width=1240, spacing=-0.04)
        + line("M190,520 C290,480 390,560 490,520 S690,480 790,520 S990,560 1090,520 S1290,480 1410,520", acc, 15))
for suffix, a, g, ln in (("", SOGA, "#f3e8d2", "#f3e8d2"), (".soga", "#f1e3c6", "#7d5030", "#7d5030")):
    put(f"kaos-kawung-saku{suffix}", TEE, at(clip(330, 370, kawung(330, 370, 110, a, g, ln, a), "pocket", shape='<path d="M0,0 H330 V320 L165,370 L0,320Z"/>')
        + f'<path d="M6,6 H324 V316 L165,363 L6,316Z" fill="none" stroke="{a}" stroke-width="12"/>', 980, 190))
ring_ = f'<circle r="520" fill="none" stroke="{SOGA}" stroke-width="20"/><circle r="486" fill="none" stroke="{SOGA}" stroke-width="6"/>'
put("kaos-yogyakarta", TEE, at(ring_ + clip(960, 960, at(mountain(SOGA_LIGHT, "#eadfc8", 1000, 420), 480, 760) + f'<circle cx="720" cy="270" r="80" fill="{STAMP}"/>' + at(tugu(SOGA, "#eadfc8"), 480, 770, 0.98)
    + at(bicycle(SOGA, 11), 770, 768, 1.0) + at(banyan(SOGA, SOGA), 200, 768, 0.8) + rect(960, 200, SOGA, 0, 768), "ring", -480, -480, '<circle cx="480" cy="480" r="474"/>')
    + text("Yogyakarta", 0, 386, 96, "#eadfc8", 800, spacing=0.0), 800, 660, 0.98))
for suffix, tones in (("", ["#3a48b4", "#5f6dcb", "#93a0e4", "#c9d2f5", "#f1f3fd", "#ffffff"]), (".putih", BLUES)):
    put(f"kaos-mega-mendung{suffix}", TEE, "".join(cloud(x, y, s, tones, f) for x, y, s, f in ((370, 430, 560, 1), (1230, 420, 540, -1), (800, 330, 560, -1), (560, 560, 520, -1), (1050, 570, 560, 1))))
put("kaos-hujan-sore", TEE, clip(1240, 470, rain(1240, 470, CARBON, 120, 9, 6, 110), "rain", 180, 80)
    + text("Hujan", 800, 800, 330, INK, 800, width=1000, spacing=-0.03) + text("sore", 800, 1080, 330, INK, 800, width=720, spacing=-0.03) + f'<circle cx="1330" cy="1010" r="60" fill="{STAMP}"/>')
put("kaos-pisang-hias", TEE, at(heliconia(STAMP, LEAF, "#f0e6cf"), 800, 640, 0.98) + text("Heliconia rostrata — pisang hias", 800, 1330, 74, INK, 600, "Caveat"))


def team(ink, acc):
    arch = '<path id="arch" d="M190,560 Q800,210 1410,560" fill="none"/>'
    return (arch + f'<text font-family="Bricolage Grotesque" font-weight="800" font-size="190" fill="{ink}" text-anchor="middle" letter-spacing="-.01em"><textPath href="#arch" startOffset="50%">Garuda Futsal</textPath></text>'
            + text("10", 800, 1150, 640, ink, 800, width=640, spacing=-0.04) + mono("BAYU", 800, 1290, 96, acc))


for suffix, ink, acc in (("", CARBON, STAMP), (".tinta", "#f6f1e4", YELLOW), (".merah", "#fbf3ea", YELLOW)):
    put(f"kaos-nama-tim{suffix}", TEE, team(ink, acc))

# Notebooks -------------------------------------------------------------------------------------
w, h = BOOK
plate = rect(520, 210, "#f8f3e6", 332, 330) + f'<rect x="346" y="344" width="492" height="182" fill="none" stroke="{INK}" stroke-width="4"/>' + text("Catatan", 592, 450, 86, INK, 700) + mono("No. 0071", 592, 502, 28, STAMP)
put("buku-ceplok", BOOK, ceplok(w, h, w / 6, "#f1e8d4", CARBON, "#c8cfee", STAMP) + plate)


def nota_cover(paper, ink):
    out = text("Nota", 110, 300, 250, ink, 800, anchor="start") + mono("No. 001248", 1090, 170, 40, STAMP, "end") + mono("Nota &amp; Co", 1090, 300, 32, ink, "end")
    out += rect(980, 8, ink, 110, 370) + rect(980, 3, ink, 110, 388)
    out += "".join(rect(980, 3, ink, 110, 500 + k * 104, 'opacity=".55"') for k in range(9))
    out += rect(3, 936, ink, 230, 396, 'opacity=".55"') + rect(3, 936, ink, 830, 396, 'opacity=".55"')
    out += mono("BANYAK", 170, 462, 24, ink) + mono("NAMA BARANG", 530, 462, 24, ink) + mono("JUMLAH", 960, 462, 24, ink)
    for k, (n, what, much) in enumerate((("2", "kopi tubruk", "14.000"), ("1", "pisang goreng", "6.000"), ("3", "hal baik hari ini", "—"))):
        y = 582 + k * 104
        out += text(n, 170, y, 74, CARBON, 600, "Caveat") + text(what, 262, y, 74, CARBON, 600, "Caveat", "start", 0) + text(much, 1076, y, 74, CARBON, 600, "Caveat", "end", 0)
    out += rect(980, 8, ink, 110, 1350) + mono("HARIAN", 110, 1440, 44, ink, "start") + text("100 lembar", 1090, 1440, 52, ink, 600, anchor="end", family="Plus Jakarta Sans")
    return rect(w, h, paper) + at(out, 76, 46, 0.94)


for suffix, paper in (("", "#f6e191"), (".merah-muda", "#f5cdd6"), (".hijau-muda", "#cbe3cf")):
    put(f"buku-nota-harian{suffix}", BOOK, nota_cover(paper, INK))
put("buku-parang", BOOK, parang(w, h, 250, SOGA, SOGA_LIGHT, "#f0e3c8"))
put("buku-lapangan-pakis", BOOK, rect(w, h, "#cfe2d0") + at(at(fern("#2f5a43", 1050, 120, 10, 1), 520, 1330, 1.0, -6) + at(fern("#4f7f5f", 760, -140, 9, 2), 610, 1340, 1.0, 8) + at(fern("#3c6b50", 560, 170, 8, 4), 600, 1345, 1, 22)
    + text("Buku lapangan", 130, 200, 96, INK, 800, anchor="start") + mono("PAKIS — 64 HALAMAN", 130, 262, 32, INK, "start") + rect(924, 4, INK, 130, 1420) + mono("0", 130, 1470, 26, INK, "start") + "".join(rect(3, 26 if k % 5 else 44, INK, 130 + k * 30.8, 1424) for k in range(31)) + mono("10 cm", 1054, 1520, 26, INK, "end"), 70, 40, 0.94))
for suffix in ("", ".tinta", ".soga"):
    tone = "#f0e2bf"
    put(f"buku-inisial{suffix}", BOOK, text("AR", 592, 960, 560, tone, 800, width=760, spacing=-0.04) + f'<rect x="130" y="120" width="924" height="1440" fill="none" stroke="{tone}" stroke-width="7"/>' + mono("No. 07", 592, 1450, 40, tone))
put("buku-sketsa-tumpal", BOOK, rect(w, h, "#f0e6d0") + at(tumpal(w, 620, 5, STAMP, CARBON, "#f0e6d0", "#d9a441"), 0, 1000) + rect(w, 60, INK, 0, 1620) + "".join(star(60 + k * 118, 1650, 24, "#f0e6d0", STAMP) for k in range(10))
    + rect(w, 10, INK, 0, 968) + text("Sketsa", 592, 420, 200, INK, 800) + mono("150 GSM · 80 HALAMAN", 592, 500, 34, INK))

# Posters ---------------------------------------------------------------------------------------
W, H = POSTER


def framed(body, paper, margin=70):
    return rect(W, H, "#faf7ef") + clip(W - 2 * margin, H - 2 * margin, rect(W, H, paper) + body, "print", margin, margin)


put("poster-mega-mendung", POSTER, framed(at(mega_mendung(W, H, 620, BLUES, None, 4), -70, 330) + f'<circle cx="1020" cy="330" r="130" fill="{STAMP}"/>' + "".join(cloud(x, y, s, BLUES, f) for x, y, s, f in ((320, 300, 380, 1), (1090, 440, 420, -1))), "#f3f0e4"))


def city(name, sky, ground, scene, ink, extra):
    body = rect(1360, 1960, sky) + scene + rect(1360, 460, ground, 0, 1500)
    return framed(body + text(name, 680, 1760, 300, ink, 800, width=1180, spacing=-0.03) + mono(extra, 90, 1870, 40, ink, "start") + mono("NOTA &amp; CO", 1270, 1870, 40, ink, "end"), sky)


put("poster-jakarta", POSTER, city("Jakarta", "#f6dfae", INK, f'<circle cx="680" cy="760" r="360" fill="{STAMP}"/>' + at(jakarta("#9a4a52", "#f6dfae", STAMP, "#c98a7a"), 300, 1440, 0.9) + at(jakarta(INK, YELLOW, YELLOW, CARBON), 680, 1440, 1.22) + rect(1360, 80, INK, 0, 1466), "#f6dfae", "6°10′S 106°49′E"))
put("poster-bandung", POSTER, city("Bandung", "#dfe8cf", "#2c3f78", at(mountain("#8fb396", "#dfe8cf", 1500, 620), 300, 1500) + at(mountain("#5f8f74", "#e9efdc", 1500, 760), 960, 1500) + clip(1360, 1500, rain(1360, 1400, CARBON, 190, 8, 5, 130), "rain")
    + rect(1360, 260, "#3c6650", 0, 1320) + at(gedung_sate("#f7efd8", "#2c3f78"), 680, 1480, 1.16) + f'<path d="M0,1480 H1360 V1520 H0Z" fill="#2c3f78"/>', "#f7efd8", "6°54′S 107°36′E"))
put("poster-yogyakarta", POSTER, city("Yogyakarta", "#f6c9d2", "#5b2a3c", f'<circle cx="330" cy="470" r="150" fill="#fbe9b5"/>' + at(mountain("#b87a94", "#f9e3e6", 1700, 800), 820, 1500) + at(mountain("#96587a", "#96587a", 1300, 360), 200, 1500)
    + at(banyan("#6d3350", "#5b2a3c"), 190, 1500, 1.35) + at(banyan("#6d3350", "#5b2a3c"), 1180, 1500, 1.2) + at(tugu("#5b2a3c", "#f6d9a8"), 680, 1500, 1.7) + at(bicycle("#5b2a3c", 11), 980, 1500, 1.1), "#fbe3dc", "BERDIRI 1755"))
put("poster-daun-talas", POSTER, framed(line("M690,1960 C700,1500 560,1200 470,760 M700,1960 C760,1500 880,1300 940,980 M680,1960 C640,1700 470,1600 400,1480", LEAF, 20)
    + at(taro("#3f7a55", "#dcebd4", "#1f4a35"), 900, 1010, 1.25, -16) + at(taro("#79a878", "#eef5e4", "#3f6b4a"), 380, 1450, 0.95, 20) + at(taro("#2f5a43", "#cfe3cc", "#163526"), 500, 560, 1.55, 8) + text("Colocasia esculenta — talas", 1290, 1890, 50, INK, 600, "Caveat", "end"), "#f1e7d0"))
put("poster-pelan-pelan-saja", POSTER, rect(W, H, "#fbe592") + text("Pelan", 750, 690, 520, CARBON, 800, width=1260, spacing=-0.04) + text("pelan", 750, 1190, 520, CARBON, 800, width=1260, spacing=-0.04) + text("saja.", 750, 1690, 520, CARBON, 800, width=1020, spacing=-0.04)
    + mono("No. 000001", 1380, 200, 44, STAMP, "end") + mono("NOTA &amp; CO", 120, 200, 44, CARBON, "start") + rect(1260, 6, CARBON, 120, 1900) + mono("TIDAK PERLU BURU-BURU", 120, 1970, 38, CARBON, "start"))
put("poster-kawung-agung", POSTER, framed(kawung(1360, 1960, 680, "#7a4a29", "#ecd9b4", "#ecd9b4", "#b5553a") + at(kawung(1360, 1960, 136, "#0000", None, "#a8713f", "#b0783f"), 0, 0).replace('stroke-width="2.9', 'stroke-opacity=".0" stroke-width="2.9'), "#ecd9b4"))


def dated():
    out = rect(W, H, "#fbf8f0") + text("Nota", 140, 380, 330, INK, 800, anchor="start") + mono("No. 21112026", 1360, 230, 50, STAMP, "end") + rect(1220, 10, INK, 140, 470) + rect(1220, 4, INK, 140, 494)
    rows = (("Nama", "Dimas &amp; Laras"), ("Tanggal", "21 November 2026"), ("Tempat", "Kotagede, Yogyakarta"), ("Banyak", "1 janji, seumur hidup"), ("Catatan", "dibayar dengan sabar"))
    for k, (a, b) in enumerate(rows):
        y = 690 + k * 200
        out += mono(a.upper(), 140, y - 10, 36, "#565c78", "start") + text(b, 470, y, 118, CARBON, 600, "Caveat", "start", 0) + rect(1220, 4, "#a9aec8", 140, y + 46)
    out += mono("JUMLAH", 140, 1760, 44, INK, "start") + text("Selamanya", 1360, 1770, 110, INK, 800, anchor="end") + rect(1220, 10, INK, 140, 1820) + rect(1220, 4, INK, 140, 1842)
    return out + at(stamp("LUNAS", STAMP, 500, 200), 1060, 1985, 0.92, -6).replace("<rect", '<rect opacity=".88"') + mono("NOTA &amp; CO", 140, 1950, 40, "#565c78", "start")


put("poster-tanggal-istimewa", POSTER, dated())

# Stickers --------------------------------------------------------------------------------------
CUT = ('<filter id="cut" x="-25%" y="-25%" width="150%" height="150%"><feMorphology in="SourceAlpha" operator="dilate" radius="15" result="fat"/>'
       '<feGaussianBlur in="fat" stdDeviation="4"/><feComponentTransfer result="round"><feFuncA type="linear" slope="9" intercept="-3.6"/></feComponentTransfer>'
       '<feFlood flood-color="#fff"/><feComposite in2="round" operator="in" result="white"/><feGaussianBlur in="round" stdDeviation="5" result="soft"/><feOffset in="soft" dx="4" dy="6"/>'
       '<feComponentTransfer result="shade"><feFuncA type="linear" slope=".28"/></feComponentTransfer><feMerge><feMergeNode in="shade"/><feMergeNode in="white"/><feMergeNode in="SourceGraphic"/></feMerge></filter>')
SPOTS = ((340, 350, -8), (820, 290, 6), (1310, 340, -4), (1800, 310, 9), (560, 770, 5), (1090, 740, -7), (1620, 790, 4), (800, 1190, -5), (1370, 1200, 8))


def sheet(name, stickers, columns=3, zoom=1.0, lid_zoom=0.86, pick=None):
    rows = -(-len(stickers) // columns)
    cell_x, cell_y = 1380 / columns, 1330 / rows
    body = "".join(f'<g filter="url(#cut)">{at(s, 60 + cell_x * (i % columns + .5), 50 + cell_y * (i // columns + .5), zoom)}</g>' for i, s in enumerate(stickers))
    put(name, SHEET, CUT + rect(1500, 1500, "#e6e3da") + body + mono("NOTA &amp; CO", 70, 1455, 28, "#6a6f8c", "start") + mono("No. 000912", 1430, 1455, 28, STAMP, "end"))
    chosen = [stickers[i] for i in (pick or range(len(stickers)))]
    lid = "".join(f'<g filter="url(#cut)">{at(s, *SPOTS[i][:2], lid_zoom, SPOTS[i][2])}</g>' for i, s in enumerate(chosen[:9]))
    put(f"{name}.lid", LID, CUT + lid)


def disc(body, fill, r=185, name=""):
    return f'<circle r="{r}" fill="{fill}"/>' + clip(2 * r, 2 * r, at(body, 0, 0), name, -r, -r, f'<circle cx="{r}" cy="{r}" r="{r}"/>')


def tile(body, fill, name, s=330):
    return f'<rect x="{-s/2}" y="{-s/2}" width="{s}" height="{s}" rx="34" fill="{fill}"/>' + clip(s, s, body, name, -s / 2, -s / 2, f'<rect width="{s}" height="{s}" rx="34"/>')


sheet("stiker-batik-mini", [
    disc(kawung(370, 370, 124, SOGA, "#f1e3c6", "#f1e3c6", SOGA_LIGHT), "#f1e3c6", name="b0"), tile(truntum(330, 330, 110, "#f3e8d2", YELLOW, INK), INK, "b1"), disc(ceplok(370, 370, 123, CREAM, CARBON, "#c8cfee", STAMP), CREAM, name="b2"),
    tile(parang(330, 330, 120, CARBON, "#93a3e2", "#eef1fb"), "#eef1fb", "b3"), disc(rect(370, 370, "#fdf3d0") + cloud(120, 250, 330, BLUES) + cloud(300, 150, 260, BLUES, -1), "#fdf3d0", name="b4"), tile(kawung(330, 330, 110, CREAM, STAMP, STAMP, PINK), STAMP, "b5"),
    disc(truntum(370, 370, 120, SOGA, STAMP, "#f6d9a8"), "#f6d9a8", name="b6"), tile(ceplok(330, 330, 110, "#f4e3cf", TERRACOTTA, "#e8c3a4", LEAF), CREAM, "b7"), disc(parang(370, 370, 130, "#2f5a43", "#79a878", "#dff0e0"), GREEN, name="b8")])
sheet("stiker-kopi", [
    at(cup("#f3e8d2", INK), 0, 10, 1.15) + at(steam(INK, 10, 80), 0, -90), rect(380, 200, SOGA, -190, -100, 'rx="30"') + text("Ngopi", 0, -4, 96, CREAM, 800) + text("dulu", 0, 76, 96, CREAM, 800), at(kettle("#8d95c4", INK), 0, 20, 1.15),
    at(bean("#5b3218", "#2d1508"), -50, 10, 1.1, -24) + at(bean("#7a4826", "#3d2010"), 80, 30, 0.85, 30), disc(text("Tubruk", 185, 215, 100, YELLOW, 800), INK, name="k4"), at(cup(PINK, INK, "#8a5a33"), 0, 10, 1.15),
    rect(380, 190, YELLOW, -190, -95, 'rx="95"') + text("Tanpa gula", 0, 26, 72, INK, 800), at(f'<path d="M-110,-120 H110 L70,60 H-70Z" fill="{GREEN}" stroke="{INK}" stroke-width="8" stroke-linejoin="round"/><path d="M-80,60 H80 V150 Q80,170 60,170 H-60 Q-80,170 -80,150Z" fill="#fff" stroke="{INK}" stroke-width="8"/><path d="M-74,110 H74 V150 Q74,164 58,164 H-58 Q-74,164 -74,150Z" fill="{SOGA}"/>' + line("M-90,-60 H90 M-80,0 H80", INK, 5), 0, 0, 1.0), disc(at(steam(SOGA, 14, 120), 185, 150) + text("06.00", 185, 280, 88, SOGA, 800), "#f6d9a8", name="k8")])
POTS = [STAMP, CARBON, TERRACOTTA, "#e3b23c", INK, "#8d95c4", SOGA, STAMP, CARBON]
sheet("stiker-tanaman-teras", [potted(k, ("#3f7a55", "#5a8f63", "#2f5a43")[k % 3], POTS[k], "#dcebd4") for k in range(9)], zoom=1.05, lid_zoom=1.0)


def postmark(city_, code, tone, k):
    ring = f'<circle r="170" fill="#fffdf6"/><circle r="160" fill="none" stroke="{tone}" stroke-width="9"/><circle r="112" fill="none" stroke="{tone}" stroke-width="5"/>'
    path = f'<path id="p{k}" d="M-134,0 A134,134 0 0 1 134,0" fill="none"/>'
    return (ring + path + f'<text font-family="Plus Jakarta Sans" font-weight="800" font-size="32" fill="{tone}" text-anchor="middle" letter-spacing=".08em" dy="10"><textPath href="#p{k}" startOffset="50%">{city_.upper()}</textPath></text>'
            + text(code, 0, 26, 80, tone, 800) + "".join(line(f"M-96,{60+14*j} q16,-10 32,0 t32,0 t32,0 t32,0 t32,0 t32,0", tone, 4, 'clip-path="circle(106px at 0px 0px)"') for j in range(1)) + mono("POS", 0, 148, 22, tone))


sheet("stiker-kota", [postmark(c, s, t_, k) for k, (c, s, t_) in enumerate((("Jakarta", "JKT", STAMP), ("Bandung", "BDG", LEAF), ("Yogyakarta", "YGY", SOGA), ("Surabaya", "SUB", CARBON), ("Medan", "MDN", INK), ("Makassar", "MKS", TERRACOTTA), ("Denpasar", "DPS", "#8a2f6b"), ("Palembang", "PLM", "#1f6f78"), ("Semarang", "SMG", "#7a5b10")))], zoom=1.15, lid_zoom=1.0)
LABELS = [rect(400, 250, paper, -200, -125, 'rx="18"') + text("Sekar", -170, 34, 112, ink, 800, anchor="start") + mono(f"No. {k + 1:02d}", 176, -80, 26, STAMP, "end") + rect(340, 4, ink, -170, 62, 'opacity=".5"') + mono("Kelas 2B", -170, 102, 24, ink, "start")
          for k, (paper, ink) in enumerate((("#ffefa0", INK), ("#fbd7e2", INK), ("#d5efdb", INK), ("#c8cfee", CARBON)) * 3)]
sheet("stiker-label-nama", LABELS, 3, 0.98, 0.95, [0, 5, 2, 7, 1, 3, 8, 6, 4])


def word(w_, fill, ink, size=104, round_=40, width=390):
    return rect(width, 190, fill, -width / 2, -95, f'rx="{round_}"') + text(w_, 0, size * 0.32, size, ink, 800, spacing=-0.03)


sheet("stiker-sabar", [word("Sabar", YELLOW, INK, 130), disc(text("Pelan", 185, 180, 104, "#fff", 800) + text("pelan", 185, 270, 104, "#fff", 800), CARBON, name="s1"), word("Yuk", PINK, STAMP, 150, 95, 320), word("Tidak apa-apa", GREEN, INK, 60), text("Nanti", 0, 46, 150, STAMP, 800),
                       disc(text("Istirahat", 185, 212, 78, INK, 800), "#f6d9a8", name="s5"), word("Bisa kok", INK, YELLOW, 90), text("Santai", 0, 46, 136, LEAF, 800), word("Nggih", SOGA, CREAM, 120, 95)], zoom=1.0, lid_zoom=1.0)

# Tumblers --------------------------------------------------------------------------------------
for suffix, main, second, ground in (("", SOGA, SOGA_LIGHT, "#f1e6cf"), (".tinta", "#efe3c8", "#b8a67e", "#2a2f55")):
    turns = "".join(at(parang_band(4200, 300, main, second, ground), -1400, y) for y in (-1250, -150, 950))
    put(f"tumbler-parang{suffix}", TUMBLER, clip(2200, 1670, at(turns, 1100, 835, 1, -30), "t"))
put("tumbler-truntum", TUMBLER, truntum(2200, 1670, 220, "#f3ead2", YELLOW, thin=1.1, seed=7))
put("tumbler-truntum.soga", TUMBLER, truntum(2200, 1670, 220, "#f3e3c2", "#e0a95c", thin=1.1, seed=7))


def minum(ink, acc):
    marks = "".join(rect(60 if k % 2 else 110, 8, acc, 240, 560 - k * 190) for k in range(7))
    return at(text("Minum dulu", 0, 110, 330, ink, 800, width=1300, spacing=-0.03), -40, 0, 1, -90) + marks + mono("ml", 300, -640, 40, acc)


for suffix, ink, acc in (("", CARBON, STAMP), (".hijau-muda", INK, STAMP), (".merah-muda", STAMP, INK)):
    put(f"tumbler-minum-dulu{suffix}", TUMBLER, both(minum(ink, acc), TUMBLER))
for suffix, tone in (("", "#eef3e6"), (".krem", "#2f5a43")):
    put(f"tumbler-daun-pakis{suffix}", TUMBLER, clip(2200, 1670, "".join(at(fern(tone, hh, lean, 8, k, 0.62), x, 1690) for k, (x, hh, lean) in enumerate(((130, 1150, 60), (430, 820, -60), (760, 1350, 50), (1080, 900, 60), (1390, 1080, -60), (1690, 1430, 60), (1990, 860, 60)))), "t"))
scene_ = at(mountain(SOGA_LIGHT, "#eadfc8", 900, 430), 40, 0) + at(tugu(SOGA, "#eadfc8"), 0, 0, 1.0) + at(banyan(LEAF, SOGA), -270, 0, 0.85) + at(banyan(LEAF, SOGA), 270, 0, 0.75)
put("tumbler-yogyakarta", TUMBLER, rect(2200, 10, SOGA, 0, 1180) + rect(2200, 4, SOGA, 0, 1204) + both(at(f'<circle cx="160" cy="-640" r="70" fill="{STAMP}"/>' + scene_, 0, 345, 1.0) + text("Yogyakarta", 0, 560, 128, SOGA, 800, width=620), TUMBLER))
for suffix, tone in (("", "#d8d4c8"), (".putih", "#55575e"), (".merah", "#f3e4de")):
    put(f"tumbler-nama-anda{suffix}", TUMBLER, both(text("Bima", 0, 60, 360, tone, 700, "Caveat") + rect(360, 5, tone, -180, 150) + mono("No. 27", 0, 220, 40, tone), TUMBLER))

# Phone cases -----------------------------------------------------------------------------------
w, h = CASE
put("casing-kawung", CASE, kawung(w, h, w / 5, "#f1e6cf", CARBON, CARBON, "#aeb7ee"))
put("casing-mega-mendung", CASE, rect(w, h, "#fbe3e6") + "".join(cloud(x, y, s, REDS, f) for x, y, s, f in ((800, 900, 520, -1), (250, 1120, 600, 1), (880, 1280, 640, -1), (330, 1480, 660, 1), (900, 1660, 660, -1), (260, 1820, 700, 1), (860, 2030, 700, -1), (300, 2160, 640, 1))))
spray = line("M200,2120 C260,1700 420,1300 700,1080 C800,1000 900,960 980,1000", "#a9c29a", 16)
put("casing-anggrek-bulan", CASE, rect(w, h, "#34574a") + spray + f'<path d="M200,2200 C-60,1980 -40,1800 40,1700 C170,1850 240,2000 230,2200Z M210,2200 C330,2010 480,1950 640,1960 C560,2120 400,2220 210,2200Z" fill="#5f8f6c"/>'
    + "".join(at(orchid_bloom("#fffdf8", "#e3d3dc", "#d0495f", 150), x, y, s, t_) for x, y, s, t_ in ((330, 1640, 1.35, -14), (620, 1480, 1.25, 18), (440, 1240, 1.15, -6), (780, 1170, 1.0, 22), (930, 960, 0.62, 34))) + "".join(f'<ellipse cx="{x}" cy="{y}" rx="26" ry="36" fill="#dfe9cf"/>' for x, y in ((1000, 1040), (880, 900))))
put("casing-ngopi-dulu", CASE, rect(w, h, "#f6de86") + at(steam(STAMP, 30, 240), 535, 1190) + text("Ngopi", 535, 1530, 330, INK, 800, width=790, spacing=-0.03) + text("dulu.", 535, 1820, 330, INK, 800, width=640, spacing=-0.03))
put("casing-ceplok", CASE, ceplok(w, h, w / 6, "#f4e6d2", TERRACOTTA, "#e5bfa0", LEAF))
put("casing-inisial", CASE, rect(w, h, "#f6cfd8") + text("N", 535, 1340, 760, INK, 800) + text("A", 535, 1930, 760, INK, 800) + mono("No. 140298", 985, 2090, 46, STAMP, "end"))

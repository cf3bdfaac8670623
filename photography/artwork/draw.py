"""python3 photography/artwork/draw.py FONTS OUT [NAME...]

Draws every design to OUT/{name}.png with a headless Chromium. FONTS is a folder with the
@fontsource packages (node_modules/@fontsource). Unchanged designs are skipped.
"""

import hashlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from designs import DESIGNS

FACES = [("Bricolage Grotesque", "bricolage-grotesque", (600, 700, 800)), ("Plus Jakarta Sans", "plus-jakarta-sans", (500, 600, 800)),
         ("Martian Mono", "martian-mono", (500,)), ("Caveat", "caveat", (600, 700))]


def page(fonts, w, h, body):
    faces = "".join(
        f"@font-face{{font-family:'{family}';font-weight:{weight};src:url('file://{fonts}/{folder}/files/{folder}-latin-{weight}-normal.woff2')}}"
        for family, folder, weights in FACES for weight in weights)
    return (f"<!doctype html><meta charset=utf-8><style>{faces}html,body{{margin:0;background:transparent}}svg{{display:block}}</style>"
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}">{body}</svg>')


def draw(fonts, out, name):
    w, h, body = DESIGNS[name]
    html = page(fonts, w, h, body)
    mark, target = hashlib.sha1(html.encode()).hexdigest(), f"{out}/{name}.png"
    if os.path.exists(target) and os.path.exists(f"{target}.sha1") and open(f"{target}.sha1").read() == mark:
        return
    source = f"{out}/{name}.html"
    open(source, "w").write(html)
    subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--allow-file-access-from-files",
                    "--default-background-color=00000000", f"--user-data-dir={out}/.profile-{name}", f"--window-size={w},{h}", "--virtual-time-budget=2000",
                    f"--screenshot={target}", f"file://{os.path.abspath(source)}"], check=True, capture_output=True, timeout=120)
    subprocess.run(["rm", "-rf", f"{out}/.profile-{name}"], check=False)
    open(f"{target}.sha1", "w").write(mark)
    print(name, flush=True)


if __name__ == "__main__":
    fonts, out, *names = sys.argv[1:]
    fonts, out = os.path.abspath(fonts), os.path.abspath(out)
    os.makedirs(out, exist_ok=True)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda n: draw(fonts, out, n), [n for n in DESIGNS if not names or any(n.startswith(p) for p in names)]))

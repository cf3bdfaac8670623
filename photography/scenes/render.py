"""blender -b --factory-startup --python photography/scenes/render.py -- OUT [--draft] NAME..."""

import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import stage  # noqa: E402
import templates  # noqa: E402

arguments = sys.argv[sys.argv.index("--") + 1 :]
draft = "--draft" in arguments
out, *names = [a for a in arguments if not a.startswith("--")]
os.makedirs(out, exist_ok=True)
scenes = templates.ALL | templates.TURNED
for name in names or templates.ALL:
    start = time.time()
    stage.reset()
    scenes[name]()
    stage.shoot(f"{out}/{name}", 320 if draft else 960, 16 if draft else 44, 2 if draft else 3)
    print(f"== {name} {time.time() - start:.0f} s", flush=True)

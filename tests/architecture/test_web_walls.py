"""The web holds its own walls in web/scripts/checkWalls.mjs; here each of them is shown a breach."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NODE = Path(sys.executable).parent / "node"

SOUND = {
    "app/store.ts": "export const store = 1\n",
    "app/routes/blog.tsx": "import { BlogPage } from '../../features/blog/BlogPage.tsx'\nexport default BlogPage\n",
    "features/blog/BlogPage.tsx": "import { B } from '../../ui/Button.tsx'\nimport { s } from '../../app/store.ts'\n",
    "features/cars/CarsPage.tsx": "export const x = 1\n",
    "ui/Button.tsx": "import { money } from '../lib/money.ts'\n",
    "ui/tokens.css": ":root { --ink: #112233; }\n",
    "lib/money.ts": "export const money = 1\n",
}
BREACHES = [
    ("features/cars/CarsPage.tsx", "import { BlogPage } from '../blog/BlogPage.tsx'\n", "may not import"),
    ("features/cars/CarsPage.tsx", "const page = import('../blog/BlogPage.tsx')\n", "may not import"),
    ("ui/Button.tsx", "import { store } from '../app/store.ts'\n", "may not import"),
    ("ui/Button.tsx", "import { BlogPage } from '../features/blog/BlogPage.tsx'\n", "may not import"),
    ("lib/money.ts", "import { Button } from '../ui/Button.tsx'\n", "may not import"),
    ("app/store.ts", "import { BlogPage } from '../features/blog/BlogPage.tsx'\n", "may not import"),
    ("features/cars/CarsPage.tsx", "const x = 1\n" * 251, "the wall is 250"),
    ("features/cars/cars.css", ".car { color: #fff; }\n", "colour"),
    ("features/cars/CarsPage.tsx", "const ink = 'rgb(1 2 3)'\n", "colour"),
    ("features/cars/index.ts", "export const x = 1\n", "no barrel files"),
    ("features/helpers/x.ts", "export const x = 1\n", "one thing for one reason"),
]


def check(folder: Path, files: dict[str, str]) -> subprocess.CompletedProcess[str]:
    for name, text in files.items():
        (folder / "src" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "src" / name).write_text(text)
    command = [NODE, ROOT / "web" / "scripts" / "checkWalls.mjs", folder]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_sound_web_passes(tmp_path):
    done = check(tmp_path, SOUND)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(("path", "text", "words"), BREACHES)
def test_a_breach_is_found(tmp_path, path, text, words):
    done = check(tmp_path, SOUND | {path: text})
    assert done.returncode == 1
    assert path.split("/")[1] in done.stderr
    assert words in done.stderr

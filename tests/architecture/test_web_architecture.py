"""The architecture rules of the web report violations. Biome checks imports, and a script checks the rest."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
NODE = Path(sys.executable).parent / "node"
BIOME = WEB / "node_modules" / "@biomejs" / "biome" / "bin" / "biome"

SOUND_FILES = {
    "app/store.ts": "export const store = 1\n",
    "app/routes/blog.tsx": "import { BlogPage } from '../../features/blog/BlogPage.tsx'\nexport default BlogPage\n",
    "features/blog/BlogPage.tsx": (
        "import { store } from '../../app/store.ts'\nimport { Button } from '../../ui/Button.tsx'\n"
        "export const BlogPage = [store, Button]\n"
    ),
    "features/blog/BlogList.tsx": 'export const BlogList = () => <ul className="blog-list" />\n',
    "features/blog/blog.css": (
        ".blog-list { color: var(--ink); margin: 0 -1px calc(-1 * var(--space-8)); border: 2px solid; }\n"
    ),
    "features/cars/CarsPage.tsx": (
        "import { lazyWithRetry } from '../../platform/lazyWithRetry.ts'\n"
        "export const Range = lazyWithRetry(async () => (await import('./PriceRange.tsx')).PriceRange)\n"
    ),
    "features/cars/list/carsList.ts": (
        "import { store } from '../../../app/store.ts'\nimport { row } from '../record/row.ts'\n"
        "export const carsList = [store, row]\n"
    ),
    "features/cars/record/row.ts": "export const row = 1\n",
    "ui/Button.tsx": "import { money } from '../lib/money.ts'\nexport const Button = money\n",
    "ui/tokens.css": ":root { --ink: #112233; }\n",
    "lib/money.ts": "export const money = 1\n",
}
FEATURE = "A feature may not import another feature"
IMPORTS = [
    ("features/cars/CarsPage.tsx", "import { BlogPage } from '../blog/BlogPage.tsx'\n", FEATURE),
    ("features/cars/list/carsList.ts", "import { BlogPage } from '../../blog/BlogPage.tsx'\n", FEATURE),
    ("features/cars/list/carsList.ts", "import blog from '../../../app/routes/blog.tsx'\n", FEATURE),
    ("features/cars/CarsPage.tsx", "export const page = import('../blog/BlogPage.tsx')\n", FEATURE),
    ("features/cars/CarsPage.tsx", "import blog from '../../app/routes/blog.tsx'\n", FEATURE),
    ("features/cars/CarsPage.tsx", "import { lazy } from 'react'\n", "lazyWithRetry"),
    ("ui/Button.tsx", "import { store } from '../app/store.ts'\n", "src/ui may import only src/lib"),
    ("ui/Button.tsx", "import { BlogPage } from '../features/blog/BlogPage.tsx'\n", "src/ui may import only src/lib"),
    ("lib/money.ts", "import { Button } from '../ui/Button.tsx'\n", "src/lib may not import"),
    ("platform/env.ts", "import { calls } from '../api/api.ts'\n", "src/platform may import only"),
    ("api/api.ts", "import { Row } from '../shared/Row.tsx'\n", "src/api may import"),
    ("shared/Row.tsx", "import { BlogPage } from '../features/blog/BlogPage.tsx'\n", "src/shared may not import"),
    ("shared/Row.tsx", "import blog from '../app/routes/blog.tsx'\n", "src/shared may not import"),
    ("worker/sw.ts", "import { store } from '../app/store.ts'\n", "src/worker may import only"),
    ("app/store.ts", "import { BlogPage } from '../features/blog/BlogPage.tsx'\n", "put features together"),
    ("ui/Button.tsx", "import { money } from '../lib/money'\n", "useImportExtensions"),
    ("lib/money.ts", "import { b } from './b.ts'\nexport const money = b\n", "noImportCycles"),
]
VIOLATIONS_OF_OTHER_RULES = [
    ("features/cars/cars.css", ".car { color: #fff; }\n", "colour"),
    ("features/cars/CarsPage.tsx", "const ink = 'rgb(1 2 3)'\n", "colour"),
    ("features/cars/cars.css", ".cars-row { margin: 0 auto -12px; }\n", "use a token"),
    ("features/cars/cars.css", ".cars-row { gap: calc(100% - 21px); }\n", "use a token"),
    ("features/cars/cars.css", ".cars-row { scroll-margin-top: 0.5px; }\n", "use a token"),
    ("features/cars/cars.css", ".cars-row { border-radius: 4px; }\n", "use a token"),
    ("features/cars/cars.css", ".cars-row { font: 400 1rem / 1 var(--sans); }\n", "use a token"),
    ("shared/list.css", ".list { padding-inline: 10px; }\n", "use a token"),
    ("features/cars/index.ts", "export const x = 1\n", "no barrel files"),
    ("features/helpers/x.ts", "export const x = 1\n", "one thing for one reason"),
    ("features/cars/cars.css", ".blog-list { margin: 0; }\n", "belongs to blog"),
    ("features/cars/cars.css", ".cars-row .blog-list { margin: 0; }\n", "belongs to blog"),
    ("features/cars/cars.css", ".lead, .cars-row { margin: 0; }\n", "no class of the feature cars"),
    ("features/cars/cars.css", "@media print { h1 { margin: 0; } }\n", "no class of the feature cars"),
    ("shared/list.css", ".list .blog-list { margin: 0; }\n", "belongs to blog"),
    ("app/routes/cars.tsx", 'export default () => <p className="blog-list" />\n', "belongs to blog"),
    (
        "features/cars/Row.tsx",
        "export const Row = () => <p className={isOld ? 'blog-old' : 'cars-row'} />\n",
        "to blog",
    ),
    ("features/cars/Row.tsx", 'export const Row = () => <p className="cars-row" />\n', "has no rule"),
    ("features/cars/cars.css", ".cars-row { margin: 0; }\n", "no element has"),
    ("features/cars/Row.tsx", 'export const Row = () => <p className="cars-row blog-list" />\n', "belongs to blog"),
    ("ui/money.ts", "export const money = 1\n", "is also exported by"),
    ("ui/Row.tsx", "export type BlogList = string\n", "is also exported by"),
]


def write_files(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / "src" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "src" / name).write_text(text)


def check_imports(folder: Path, files: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run Biome with the settings of the web on a folder with these files."""
    write_files(folder, files)
    shutil.copy(WEB / "biome.json", folder)
    rules = (
        "--only=style/noRestrictedImports",
        "--only=suspicious/noImportCycles",
        "--only=correctness/useImportExtensions",
    )
    command: list[str | Path] = [NODE, BIOME, "lint", *rules, "src"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def check_other_rules(folder: Path, files: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run the script of the web's architecture rules on a folder with these files."""
    write_files(folder, files)
    command: list[str | Path] = [NODE, WEB / "scripts" / "checkArchitecture.mjs", folder]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_web_code_without_violations_passes(tmp_path: Path) -> None:
    imports = check_imports(tmp_path, SOUND_FILES)
    assert imports.returncode == 0, imports.stdout + imports.stderr
    other_result = check_other_rules(tmp_path, SOUND_FILES)
    assert other_result.stderr == ""
    assert other_result.returncode == 0


@pytest.mark.parametrize(("path", "text", "message"), IMPORTS)
def test_forbidden_import_is_reported(tmp_path: Path, path: str, text: str, message: str) -> None:
    cycle = {"lib/b.ts": "import { money } from './money.ts'\nexport const b = money\n"}
    completed = check_imports(tmp_path, SOUND_FILES | cycle | {path: text})
    report = completed.stdout + completed.stderr
    assert completed.returncode == 1
    assert path in report
    assert message in report


@pytest.mark.parametrize(("path", "text", "message"), VIOLATIONS_OF_OTHER_RULES)
def test_violation_of_another_rule_is_reported(tmp_path: Path, path: str, text: str, message: str) -> None:
    completed = check_other_rules(tmp_path, SOUND_FILES | {path: text})
    assert completed.returncode == 1
    assert path.split("/")[1] in completed.stderr
    assert message in completed.stderr
